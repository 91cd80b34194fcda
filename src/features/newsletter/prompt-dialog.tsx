import { flushSync } from 'react-dom'
import { useWords } from '#features/words/queries.ts'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import type { everywhereWords } from './newsletter-words.ts'
import { dismissPrompt } from './prompt.ts'
import type { Joined } from './signup.ts'
import { SignupForm } from './signup-form.tsx'
import { formWords } from './signup-text.ts'

/** What the prompt opens. Its code comes with the first press: most readers never need it. */
export function PromptDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords<typeof everywhereWords>('everywhere')
  const welcome = ({ shouldConfirm }: Joined) => {
    // At once: while the dialog is open nothing outside it can take the focus or show a notice.
    flushSync(dismissPrompt)
    // The button that opened it is gone too, so the focus cannot go back there.
    document.getElementById('content')?.focus({ preventScroll: true })
    toast({ ...formWords.joined, note: shouldConfirm ? words.confirm : undefined })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      labelledBy="prompt-title"
      className="w-[min(30rem,100%-2rem)] border-t-2 border-veil"
    >
      <div className="p-6 pt-7 md:p-8">
        <h2 id="prompt-title" className="title-3 pr-10">
          {words.promptHeading}
        </h2>
        <p className="mt-2 mb-6 text-muted">{words.promptLine}</p>
        <SignupForm source="newsletter_prompt" onJoined={welcome} />
      </div>
    </Dialog>
  )
}
