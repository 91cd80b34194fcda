import { letterHtmlPath } from './queries.ts'

/**
 * The letter as a mail program shows it, in a frame where nothing runs and no link leads anywhere, at the width of a
 * phone or of a desk; beside it the words alone. The width is chosen without scripts.
 */
export function LetterPreview({ id, text }: { id: string; text: string }) {
  return (
    <div className="grid gap-x-10 gap-y-10 nav:grid-cols-[minmax(0,43.75rem)_minmax(0,1fr)]">
      <section aria-labelledby="as-seen" className="group/preview min-w-0">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="as-seen" className="title-3">
            As it is seen
          </h2>
          <Widths />
        </div>
        <iframe
          title="The letter as it is seen"
          src={letterHtmlPath(id)}
          sandbox=""
          className="h-[44rem] w-full max-w-[43.75rem] border border-line bg-raised group-has-[[value=phone]:checked]/preview:max-w-[24.375rem]"
        />
      </section>
      <section aria-labelledby="as-text" className="min-w-0">
        <h2 id="as-text" className="title-3 mb-3">
          The words alone
        </h2>
        <pre className="small border border-line bg-raised p-4 font-mono whitespace-pre-wrap">{text}</pre>
      </section>
    </div>
  )
}

function Widths() {
  return (
    <fieldset className="hidden gap-5 sm:flex">
      <legend className="sr-only">Width</legend>
      <label className="flex min-h-11 items-center gap-2">
        <input type="radio" name="width" value="desk" defaultChecked className="size-5 accent-accent" />
        700 px
      </label>
      <label className="flex min-h-11 items-center gap-2">
        <input type="radio" name="width" value="phone" className="size-5 accent-accent" />
        390 px
      </label>
    </fieldset>
  )
}
