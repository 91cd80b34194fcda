import { useId, useState } from 'react'
import { useFocusHeir } from '#desk/focus.ts'
import { Button } from '#ui/button.tsx'
import { PartForm, type SectionProps, useSettingsPart } from './settings-part.tsx'
import { keptWords, settingsText } from './settings-text.ts'

const text = settingsText.dkim
const names = ['dkim'] as const

type Wish = 'make' | 'forget'

/** The key is made here, its private half is sealed, and what to paste stands above. She is asked who she is first. */
export function DkimForm({ settings, shared }: SectionProps) {
  const part = useSettingsPart(settings, {}, shared)
  // The button goes when it is pressed, and comes back when the key is made.
  const id = useId()
  const heir = useFocusHeir(id)
  const [wish, setWish] = useState<Wish | null>(null)
  if (part.isFixed('dkim')) return <p className="small mt-3 text-muted">{keptWords('key', 'kept', true)}</p>
  const hasKey = settings.dkimKey !== 'none'
  const wordsOf = (one: Wish) => (one === 'forget' ? text.forget : hasKey ? text.makeNew : text.make)
  return (
    <div className="mt-4" {...heir}>
      <p id={id} tabIndex={-1} className="small mb-4 text-muted outline-none">
        {hasKey ? text.again : text.what}
      </p>
      {wish ? (
        <PartForm
          part={part}
          label={wordsOf(wish)}
          names={names}
          needsPassword
          extra={{ dkim: wish }}
          onSaved={() => setWish(null)}
        >
          {null}
        </PartForm>
      ) : (
        <div className="flex flex-wrap gap-3" data-needs-script>
          {(hasKey ? (['make', 'forget'] as const) : (['make'] as const)).map((one) => (
            <Button key={one} variant="secondary" onClick={() => setWish(one)}>
              {wordsOf(one)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
