import type { ReactNode } from 'react'

/** Fields of a long form that belong together, under their name. */
export function DeskGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line pt-6 pb-10 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="float-left w-full pb-5">
        <h2 className="title-3">{title}</h2>
      </legend>
      <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </fieldset>
  )
}
