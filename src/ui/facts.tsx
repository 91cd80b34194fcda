import { Fragment, type ReactNode } from 'react'

type Props = { facts: readonly (string | { name: string; node: ReactNode })[] }

/** A few facts on one line, with a dot between them. Where there is no room for all, a line ends between two of them. */
export function Facts({ facts }: Props) {
  return facts.map((fact, at) => (
    <Fragment key={typeof fact === 'string' ? fact : fact.name}>
      {at > 0 && ' · '}
      <span className="inline-block">{typeof fact === 'string' ? fact : fact.node}</span>
    </Fragment>
  ))
}
