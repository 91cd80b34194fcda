import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { DeskButton } from '#desk/button.tsx'
import { clockOf } from '#desk/clock.ts'
import { DeskLoading, DeskProblem } from '#desk/views.tsx'
import { countWords } from '#lib/word-count.ts'
import { cn } from '#ui/cn.ts'
import type { Block, Format, WorkKind } from './contract.ts'
import { wordsInWords } from './preview.tsx'
import { readText } from './prose.ts'
import { textOf } from './prose-text.ts'
import { Prose } from './prose-view.tsx'
import { versionsQuery } from './queries.ts'

/** What a version brings back. */
export type VersionText = { title: string; content: string; format: Format }

type Props = {
  kind: WorkKind
  id: string
  present: VersionText
  note: string
  onBringBack: (then: VersionText) => void | Promise<void>
}

/** Every save there was, and each beside what stands now. `note`: what bringing one back changes. */
export function Versions({ kind, id, present, note, onBringBack }: Props) {
  const { data: versions, error, refetch } = useQuery({ ...versionsQuery(kind, id), gcTime: 0 })
  const [chosen, setChosen] = useState<number | null>(null)
  const then = useQuery<VersionText>({
    queryKey: [`/api/owner/versions/${kind}/${id}`, chosen],
    enabled: chosen !== null,
  })
  if (error) {
    return (
      <DeskProblem title="The versions did not open" error={error} onRetry={refetch}>
        They are still there, and so are your words.
      </DeskProblem>
    )
  }
  if (!versions) return <DeskLoading label="Loading the versions" />
  const save = versions.find(({ version }) => version === chosen)
  return (
    <div className="grid gap-8">
      <section aria-label="Each save">
        <p className="mb-4 text-muted">
          Each time you save, what you saved is kept here: all of the last day, then fewer the older they are.
        </p>
        <ul className="max-h-60 overflow-y-auto border-y border-line">
          {versions.map(({ version, savedAt, title, words }) => (
            <li key={version} className="border-b border-line last:border-0">
              <button
                type="button"
                aria-pressed={version === chosen}
                onClick={() => setChosen(version)}
                className={cn(
                  'flex min-h-11 w-full -outline-offset-2 flex-wrap items-baseline gap-x-4 px-2 py-2 text-left hover:bg-raised',
                  version === chosen && 'bg-raised font-semibold',
                )}
              >
                <span>{clockOf(savedAt)}</span>
                <span className="small min-w-0 flex-1 truncate text-muted">{title}</span>
                <span className="small text-muted">{wordsInWords(words)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {then.error ? (
        <DeskProblem title="That version did not open" error={then.error} onRetry={then.refetch}>
          Nothing was changed.
        </DeskProblem>
      ) : (
        then.data &&
        save && (
          <Beside
            then={then.data}
            when={clockOf(save.savedAt)}
            present={present}
            note={note}
            onBringBack={onBringBack}
          />
        )
      )}
    </div>
  )
}

type BesideProps = Pick<Props, 'present' | 'note' | 'onBringBack'> & { then: VersionText; when: string }

function Beside({ then, when, present, note, onBringBack }: BesideProps) {
  const heading = useId()
  const before = useMemo(() => readText(then.content, then.format), [then.content, then.format])
  const today = useMemo(() => readText(present.content, present.format), [present.content, present.format])
  const [isBusy, setIsBusy] = useState(false)
  const bringBack = async () => {
    setIsBusy(true)
    await onBringBack(then)
    setIsBusy(false)
  }
  const isSame = then.content === present.content && then.title === present.title
  return (
    <section aria-labelledby={heading} className="@container">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h3 id={heading} className="title-3">
          {isSame ? `As on ${when}: the same words as now` : `As saved ${when}, beside your words now`}
        </h3>
        {!isSame && (
          <DeskButton onClick={bringBack} isBusy={isBusy}>
            Bring this back
          </DeskButton>
        )}
      </div>
      <p className="small mb-6 text-muted">What stands on one side only is marked. {note}</p>
      <div className="grid gap-8 @lg:grid-cols-2">
        <Side label="Then" title={then.title} blocks={before} otherTitle={present.title} others={today} />
        <Side label="Now" title={present.title} blocks={today} otherTitle={then.title} others={before} />
      </div>
    </section>
  )
}

type SideProps = {
  label: string
  title: string
  blocks: readonly Block[]
  otherTitle: string
  others: readonly Block[]
}

function Side({ label, title, blocks, otherTitle, others }: SideProps) {
  const known = useMemo(() => new Set(others.map((block) => JSON.stringify(block))), [others])
  return (
    <section aria-label={label} className="min-w-0">
      <h4 className="label pb-3 text-faint">
        {label} · {wordsInWords(countWords(textOf(blocks)))}
      </h4>
      <p className={cn('passage-beside title-3 mb-4 py-1', title !== otherTitle && 'is-changed')}>{title}</p>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place
        <div key={index} className={cn('passage-beside', !known.has(JSON.stringify(block)) && 'is-changed')}>
          <Prose blocks={[block]} />
        </div>
      ))}
    </section>
  )
}
