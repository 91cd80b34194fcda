import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sayNotDone } from '#desk/call.ts'
import { sendJson } from '#lib/send-json.ts'
import { focusMainHeading } from '#ui/anchor.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { toast } from '#ui/toast-store.ts'
import type { FirstSteps as Steps } from './contract.ts'
import { stepWords, firstStepsText as text } from './first-steps-text.ts'
import { firstStepsAddress, firstStepsQuery } from './queries.ts'

/** What is still to do before the site is hers: a line each, the next one open. Gone when all of it is done. */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery)
  const queryClient = useQueryClient()
  // Not being told what to do next is no failure she has to hear of.
  if (!data || data.isOver) return null
  const next = data.steps.find(({ isDone }) => !isDone)?.name

  async function dismiss() {
    try {
      queryClient.setQueryData(
        firstStepsQuery.queryKey,
        (await sendJson('POST', `${firstStepsAddress}/dismiss`, {})) as Steps,
      )
    } catch (error) {
      return sayNotDone(error)
    }
    focusMainHeading({ preventScroll: true })
    toast({ title: 'Hidden', description: text.dismissed })
  }

  return (
    <section
      aria-labelledby="first-steps"
      data-print="off"
      className="mb-10 border-l-2 border-accent bg-raised px-5 py-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="first-steps" className="title-3">
          {text.heading}
        </h2>
        <Button variant="quiet" onClick={dismiss} className="-mr-3" data-needs-script>
          {text.dismiss}
        </Button>
      </div>
      <ol className="mt-2">
        {data.steps.map((step) => (
          <StepLine key={step.name} step={step} isNext={step.name === next} />
        ))}
      </ol>
    </section>
  )
}

function StepLine({ step: { name, isDone, href }, isNext }: { step: Steps['steps'][number]; isNext: boolean }) {
  const { line, why, button } = stepWords[name]
  return (
    <li className="flex gap-3 py-1.5" aria-current={isNext ? 'step' : undefined}>
      <Tick isDone={isDone} />
      <div className="min-w-0">
        <p className={cn(isDone ? 'text-muted' : isNext && 'font-semibold')}>
          {isDone && <span className="sr-only">{text.done}</span>}
          {line}
        </p>
        {isNext && (
          <>
            <p className="max-w-[62ch] text-muted">{why}</p>
            <ButtonLink href={href} className="mt-3 mb-2">
              {button}
            </ButtonLink>
          </>
        )}
      </div>
    </li>
  )
}

/** A ring, and in it a tick once it is done. */
function Tick({ isDone }: { isDone: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="mt-[0.2em] size-5 shrink-0 fill-none stroke-current">
      <circle cx="10" cy="10" r="8.5" className={isDone ? 'stroke-success' : 'stroke-line-strong'} />
      {isDone && <path d="M6 10.5l2.8 2.8L14.2 7.4" className="stroke-success stroke-[1.6]" />}
    </svg>
  )
}
