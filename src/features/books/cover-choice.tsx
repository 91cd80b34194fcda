import { type RefObject, useId } from 'react'
import { letteringNames, motifNames, suggestDesign } from '#art/cover-design.ts'
import { paletteNames } from '#art/palette.ts'
import { DeskField } from '#desk/field.tsx'
import { useFocusHeir } from '#desk/focus.ts'
import { PictureFile } from '#features/writing/picture-file.tsx'
import type { CoverPicture } from '#lib/cover.ts'
import { Button } from '#ui/button.tsx'
import { letteringWords, motifWords, paletteWords } from './admin-books-text.ts'
import type { ListedBook } from './contract.ts'
import { DeskCover } from './desk-cover.tsx'
import type { Texts } from './fields.ts'

type Drawn = Extract<CoverPicture, { kind: 'drawn' }>
type Props = {
  texts: Texts
  error: string | undefined
  others: readonly ListedBook[]
  /** what is on its way to the site: saving waits for it */
  arriving: RefObject<Promise<unknown>>
  set: (texts: Texts) => void
}

/** What the book wears: a picture of hers, one drawn for her, or, with neither, a board with its words. */
export function CoverChoice({ texts, error, others, arriving, set }: Props) {
  const cover = readCover(texts.cover)
  const shown = {
    title: texts.title ?? '',
    series: texts.series?.trim() || null,
    seriesOrder: Number(texts.seriesOrder) || null,
    cover,
  }
  const wear = (next: object | null) => set({ cover: next ? JSON.stringify(next) : '' })
  const draw = () => wear({ kind: 'drawn', ...suggestDesign(shown.title, designsIn(others, shown.series, texts.slug)) })
  const state = useId()
  const heir = useFocusHeir(state)
  return (
    <div {...heir} className="grid gap-6 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <div className="w-44">
        <DeskCover book={shown} sizes="176px" />
        <p id={state} tabIndex={-1} className="small mt-2 text-muted outline-none">
          {stateWords(cover)}
        </p>
      </div>
      <div className="grid content-start gap-5">
        <PictureFile
          label="Cover"
          note="JPEG, PNG, WebP, AVIF or GIF, up to 15 MB. It keeps its own proportions."
          error={error}
          onFile={(bringing) => {
            arriving.current = bringing
          }}
          onPicture={(url) => wear({ kind: 'image', url })}
        />
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          {cover?.kind !== 'drawn' && (
            <Button variant="secondary" onClick={draw}>
              Draw one for me
            </Button>
          )}
          {cover && (
            <Button variant="quiet" onClick={() => wear(null)}>
              Take it off
            </Button>
          )}
        </div>
        {cover?.kind === 'drawn' && <Design design={cover} onDesign={wear} />}
        {cover && (
          <DeskField
            label="What the picture shows"
            value={texts.coverAlt ?? ''}
            onChange={(event) => set({ coverAlt: event.target.value })}
            note="Read aloud to readers who cannot see it. Left empty, it says that it is the book’s cover."
          />
        )}
      </div>
    </div>
  )
}

function stateWords(cover: Partial<CoverPicture> | null): string {
  if (!cover) return 'Without a picture it wears this board.'
  if (cover.kind === 'drawn') return 'Drawn for you.'
  return cover.kind === 'image' ? 'Your picture, never cropped.' : 'The sample’s own.'
}

function readCover(text = ''): Partial<CoverPicture> | null {
  try {
    return text === '' ? null : (JSON.parse(text) as Partial<CoverPicture>)
  } catch {
    return null
  }
}

/** What the others of the series wear, so that no two are alike. */
function designsIn(others: readonly ListedBook[], series: string | null, slug: string | undefined) {
  const worn = others.filter((book) => book.series === series && series !== null && book.slug !== slug)
  return worn.flatMap(({ cover }) => (cover?.kind === 'drawn' ? [cover as ReturnType<typeof suggestDesign>] : []))
}

/** Each choice is seen at once, before it is chosen for readers by saving. */
function Design({ design, onDesign }: { design: Partial<Drawn>; onDesign: (design: object) => void }) {
  const choose = (part: Partial<Drawn>) => onDesign({ ...design, ...part })
  return (
    <div className="grid gap-4 border-l-2 border-line pl-5">
      <Choices
        legend="Motif"
        names={motifNames}
        words={motifWords}
        chosen={design.motif}
        onChoose={(motif) => choose({ motif })}
      />
      <Choices
        legend="Colours"
        names={paletteNames}
        words={paletteWords}
        chosen={design.palette}
        onChoose={(palette) => choose({ palette })}
      />
      <Choices
        legend="Lettering"
        names={letteringNames}
        words={letteringWords}
        chosen={design.lettering}
        onChoose={(lettering) => choose({ lettering })}
      />
      <div>
        <Button variant="quiet" className="-ml-3" onClick={() => choose({ seed: (design.seed ?? 1) + 1 })}>
          Draw it another way
        </Button>
      </div>
    </div>
  )
}

type ChoiceProps<Name extends string> = {
  legend: string
  names: readonly Name[]
  words: Record<Name, string>
  chosen: string | undefined
  onChoose: (name: Name) => void
}

function Choices<Name extends string>({ legend, names, words, chosen, onChoose }: ChoiceProps<Name>) {
  const group = useId()
  return (
    <fieldset>
      <legend className="small pb-1 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {names.map((name) => (
          <label key={name} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={name === chosen}
              onChange={() => onChoose(name)}
              className="size-5 accent-accent"
            />
            {words[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
