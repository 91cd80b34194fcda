import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { addressWith } from '#desk/address.ts'
import { call } from '#desk/call.ts'
import { causeOf } from '#desk/cause.ts'
import { DeskField, DeskSelect } from '#desk/field.tsx'
import { countInWords } from '#desk/words.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Link } from '#ui/link.tsx'
import {
  type Audience,
  type AudienceChoices,
  type AudienceCount,
  mostTags,
  tooManyTags,
  unreadableAudience,
  wholeNewsletter,
} from './contract.ts'
import { lettersText } from './letters-text.ts'
import { choicesQuery, lettersAddress } from './queries.ts'

/** null: what was said cannot be read, and nobody is meant until she chooses. */
type Props = { audience: Audience | null; letterId: string | null; onChange: (audience: Audience) => void }

/** Whom it would go to as it stands, counted again whenever that changes; without those who have that letter already. */
export function useAudienceCount(audience: Audience, letterId: string | null) {
  return useQuery({
    queryKey: ['audience', JSON.stringify(audience), letterId],
    queryFn: () =>
      call<AudienceCount>('POST', addressWith(`${lettersAddress}/audience`, { letter: letterId }), audience),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function AudienceField({ audience, letterId, onChange }: Props) {
  const { data: choices } = useQuery(choicesQuery)
  // As it was opened: it does not fold itself up over the last wish that is taken back.
  const [isOpen] = useState(audience !== null && isNarrowed(audience))
  const set = (changes: Partial<Audience>) => onChange({ ...(audience ?? wholeNewsletter), ...changes })
  const value = audience?.list === 'arc' && audience.about ? `arc ${audience.about}` : (audience?.list ?? '')
  const lists = [
    ...(audience ? [] : [{ value: '', label: 'Nobody yet' }]),
    { value: 'newsletter', label: 'Everybody on the newsletter' },
    { value: 'readers', label: 'Your voracious readers' },
    // They agreed to letters of one book: where that can be named, it is. What was chosen before stays.
    ...(choices?.asked.length && value !== 'arc' ? [] : [{ value: 'arc', label: 'Whoever asked for an advance copy' }]),
    ...(choices?.asked ?? []).map(({ about, words, count }) => ({
      value: `arc ${about}`,
      label: `Whoever asked for ${words} (${count.toLocaleString('en-CA')})`,
    })),
  ]
  return (
    <>
      <DeskSelect
        label="Audience"
        options={lists}
        value={value}
        onChange={({ target }) => {
          const [list = 'newsletter', ...about] = target.value.split(' ')
          set({ list: list as Audience['list'], about: about.join(' ') })
        }}
        error={audience ? undefined : unreadableAudience}
        note={
          audience?.list === 'arc'
            ? 'They asked for that copy alone: write to them of that book, and nothing else.'
            : undefined
        }
      />
      {audience && (
        <>
          <details open={isOpen}>
            <summary className="min-h-11 cursor-pointer py-2.5 text-link">Only some of them</summary>
            {choices && <Narrower audience={audience} choices={choices} set={set} />}
          </details>
          <Counted audience={audience} letterId={letterId} />
        </>
      )}
    </>
  )
}

function isNarrowed({ list: _, about: __, ...rest }: Audience): boolean {
  return Object.values(rest).some((said) => (Array.isArray(said) ? said.length > 0 : said !== null))
}

type Chosen = 'source' | 'fetched' | 'notFetched' | 'got' | 'notGot'
type NarrowerProps = { audience: Audience; choices: AudienceChoices; set: (changes: Partial<Audience>) => void }

function Narrower({ audience, choices, set }: NarrowerProps) {
  const choose = (label: string, name: Chosen, options: Named[], note?: string) => {
    const said = audience[name]
    // What was chosen counts until she chooses otherwise, also when its file or letter is not here any more.
    const isGone = said !== null && options.every(({ value }) => value !== said)
    const all = isGone ? [...options, { value: said, label: goneWords[name] }] : options
    return (
      all.length > 0 && (
        <DeskSelect
          label={label}
          note={note}
          options={[{ value: '', label: 'Anybody' }, ...all]}
          value={said ?? ''}
          onChange={({ target }) => set({ [name]: target.value || null })}
        />
      )
    )
  }
  const files = choices.files.map(({ name, title }) => ({ value: name, label: title }))
  const letters = choices.letters.map(({ id, subject }) => ({ value: id, label: subject || 'Without a subject' }))
  return (
    <div className="grid gap-6 pb-2 sm:grid-cols-2">
      <Tags label="With one of these tags" all={choices.tags} some={audience.tags} onChange={(tags) => set({ tags })} />
      <Tags
        label="With none of these tags"
        all={choices.tags}
        some={audience.withoutTags}
        onChange={(withoutTags) => set({ withoutTags })}
      />
      <Day label="Joined since" value={audience.joinedFrom} onChange={(joinedFrom) => set({ joinedFrom })} />
      <Day label="Joined before" value={audience.joinedBefore} onChange={(joinedBefore) => set({ joinedBefore })} />
      {choose(
        'Came from',
        'source',
        choices.sources.map(({ source, words }) => ({ value: source, label: words })),
      )}
      {choose('Has fetched', 'fetched', files)}
      {choose('Has not fetched', 'notFetched', files, lettersText.notFetched)}
      {choose('Got the letter', 'got', letters)}
      {choose('Did not get the letter', 'notGot', letters)}
    </div>
  )
}

const [goneFile, goneLetter] = ['A file that is not here any more', 'A letter that is not here any more'] as const
const goneWords = {
  source: 'A place nobody comes from any more',
  ...{ fetched: goneFile, notFetched: goneFile, got: goneLetter, notGot: goneLetter },
} as const

type Named = { value: string; label: string }
type DayProps = { label: string; value: string | null; onChange: (day: string | null) => void }

function Day({ label, value, onChange }: DayProps) {
  return (
    <DeskField
      label={label}
      type="date"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    />
  )
}

type TagsProps = {
  label: string
  all: AudienceChoices['tags']
  some: readonly string[]
  onChange: (tags: string[]) => void
}

function Tags({ label, all, some, onChange }: TagsProps) {
  const heir = useId()
  if (all.length === 0 && some.length === 0) return null
  const others = all.filter(({ tag }) => !some.includes(tag))
  return (
    <div className={cn(some.length > 2 && 'sm:col-span-2')}>
      <DeskSelect
        label={label}
        name={heir}
        options={[
          { value: '', label: some.length > 0 ? 'Another' : 'Any tag' },
          ...others.map(({ tag }) => ({ value: tag, label: tag })),
        ]}
        value=""
        onChange={({ target }) => target.value && onChange([...some, target.value])}
        error={some.length > mostTags ? tooManyTags : undefined}
      />
      {some.length > 0 && (
        <ul aria-label={label} className="mt-2 flex flex-wrap gap-2">
          {some.map((tag) => (
            <li key={tag}>
              <Button
                variant="secondary"
                aria-label={`${tag}, take it away`}
                onClick={() => {
                  onChange(some.filter((one) => one !== tag))
                  // The button goes with its tag.
                  document.getElementsByName(heir)[0]?.focus()
                }}
              >
                {tag} ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How many, and the newest by name: so that she sees whom she means. */
function Counted({ audience, letterId }: { audience: Audience; letterId: string | null }) {
  const { data, error } = useAudienceCount(audience, letterId)
  return (
    <div className="border-l-2 border-line pl-4">
      <p role="status">
        {data ? audienceWords(data) : error ? `It could not be counted. ${causeOf(error).words}` : 'Counting…'}
      </p>
      {data?.count === 0 && !isNarrowed(audience) && (
        <Link href={deskPaths.importPeople} className="link inline-flex min-h-11 items-center">
          Bring your list in
        </Link>
      )}
    </div>
  )
}

function audienceWords({ count, names }: AudienceCount): string {
  if (count === 0) return 'Nobody fits.'
  const others = count - names.length
  return `It goes to ${countInWords(count, 'person', 'people')}: ${names.join(', ')}${others > 0 ? ` and ${countInWords(others, 'other', 'others')}` : ''}.`
}
