import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { DeskButton } from '#desk/button.tsx'
import { call, useAttempt } from '#desk/call.ts'
import { DeskFailure } from '#desk/failure.tsx'
import { DeskField } from '#desk/field.tsx'
import { DeskGroup } from '#desk/group.tsx'
import { Beside } from '#desk/kept-form.tsx'
import { DeskTime } from '#desk/time.tsx'
import { ContentField, fetchEditor } from '#features/writing/content-field.tsx'
import { aboveFoot } from '#features/writing/form-foot.tsx'
import { useKeptForm } from '#features/writing/kept-form.ts'
import { versionsQuery } from '#features/writing/queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { sendJson } from '#lib/send-json.ts'
import { CheckField } from '#ui/check-field.tsx'
import { cn } from '#ui/cn.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { Additions } from './additions.tsx'
import { AudienceField } from './audience-field.tsx'
import type { OwnerLetter, Welcome } from './contract.ts'
import { EarlierVersions } from './earlier-versions.tsx'
import { audienceIn, blankTexts, letterOf, textsOf } from './fields.ts'
import { LetterBeside } from './letter-beside.tsx'
import { LetterFoot } from './letter-foot.tsx'
import { LetterReview } from './letter-review.tsx'
import { isPrivate, troubleOf } from './letter-words.ts'
import { lettersText } from './letters-text.ts'
import { lettersAddress, lettersQuery, writtenQuery } from './queries.ts'
import { WelcomeField } from './welcome-field.tsx'
import { WelcomeReview } from './welcome-review.tsx'

const draftOf = (id: string) => `/api/owner/drafts/letter/${id}`

/** Saves a letter, or adds it; `saved` is how it was last answered. */
function useLetterForm(opened: OwnerLetter | null) {
  const queryClient = useQueryClient()
  const saved = useRef(opened)
  const form = useKeptForm({
    draftPath: draftOf(opened?.id ?? 'new'),
    saved: opened ? textsOf(opened) : blankTexts,
    version: opened?.version ?? 0,
    done: '',
    send: async (texts, version) => {
      const letter = letterOf(texts)
      const id = saved.current?.id
      saved.current = (await (id
        ? sendJson('PUT', `${lettersAddress}/${id}`, { ...letter, version })
        : sendJson('POST', lettersAddress, letter))) as OwnerLetter
      void queryClient.invalidateQueries(lettersQuery)
      void queryClient.invalidateQueries(versionsQuery('letter', saved.current.id))
      return saved.current.version
    },
    // Readers see nothing of it, and its versions are kept.
    undo: 'none',
  })

  /** What is typed, saved; null where that was refused, and the form says why. */
  async function settle(): Promise<OwnerLetter | null> {
    if (saved.current && !form.isChanged) return saved.current
    const before = saved.current
    await form.save()
    return saved.current === before ? null : saved.current
  }
  return { form, settle, last: saved.current }
}

/** To go now, at a moment to be chosen, or by itself. */
type Going = 'now' | 'later' | Welcome
type Review = { letter: OwnerLetter; going: Going }
type Moved = { review?: Going }

/** The last look; a new letter moves to its own address first, and it opens there. */
function useReview(opened: OwnerLetter | null) {
  const [, navigate] = useLocation()
  const moved: Moved | null = useHistoryState()
  const asked = opened && moved?.review
  const [review, setReview] = useState<Review | null>(asked ? { letter: opened, going: asked } : null)
  // Once: neither a newer version nor the way back opens it again.
  useEffect(() => {
    if (asked) navigate(deskPaths.written(opened.id), { replace: true })
  }, [asked, opened, navigate])
  return [review, setReview] as const
}

/** A letter's form, with the letter beside it as it will arrive. */
export function LetterForm({ opened }: { opened: OwnerLetter | null }) {
  const queryClient = useQueryClient()
  const { form, settle: saveTyped, last } = useLetterForm(opened)
  const { texts, faults, set } = form
  const [, navigate] = useLocation()
  const [review, setReview] = useReview(opened)
  const trial = useAttempt('Failed to send the test')
  const takingBack = useAttempt('Failed to take it back')
  const place = opened?.id ?? 'new'
  // What is answered in a moment is another version, with a form of its own: the last look would go with this one.
  const isHeld = takingBack.isPending
  const canGo = opened?.state !== 'by itself'
  useEffect(() => void fetchEditor(), [])

  /** As the site has it now. */
  const show = (letter: OwnerLetter) => {
    queryClient.setQueryData(writtenQuery(letter.id).queryKey, letter)
    void queryClient.invalidateQueries(lettersQuery)
  }
  const shown = (letter: OwnerLetter) => {
    setReview(null)
    show(letter)
  }
  /** `isOther`: it is not what she has looked at any more */
  const close = (isOther: boolean) => {
    setReview(null)
    if (isOther && opened) void queryClient.invalidateQueries(writtenQuery(opened.id))
  }
  /** Saved; what is new stands at its own address before anything else is done with it. */
  const settle = async (moved: Moved = {}) => {
    const letter = await saveTyped()
    if (!letter || opened) return letter
    form.bringAlong(draftOf(letter.id))
    show(letter)
    navigate(deskPaths.written(letter.id), { replace: true, state: moved })
    return letter
  }
  const tryIt = async () => {
    // What is seen, or goes, as it is saved: she tries what she has typed before she saves it.
    const isLive = opened !== null && !isPrivate(opened)
    const letter = isLive ? opened : await settle()
    if (!letter) return
    const asTyped = isLive ? { letter: letterOf(texts) } : {}
    const sent = await trial.attempt(() =>
      call<{ message: string }>('POST', `${lettersAddress}/${letter.id}/test`, asTyped),
    )
    if (sent) toast({ title: 'Done', description: sent.message })
  }
  const look = async (going: Going) => {
    const letter = await settle({ review: going })
    if (letter && opened) setReview({ letter, going })
  }
  const field = (name: string, label: string, note: string | null) => (
    <DeskField
      label={label}
      name={name}
      value={texts[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value })}
      error={faults[name]}
      note={note}
      autoComplete="off"
    />
  )
  return (
    <Beside
      link="See the letter as it will be"
      aside={<LetterBeside place={place} shown={form.shown} writer={form.writer} />}
    >
      {last?.trouble && (
        <p role="status" className="mb-6 max-w-2xl border-l-2 border-danger bg-danger-bg px-4 py-3">
          {troubleOf(last)}
        </p>
      )}
      {opened?.dueAt && <Due letter={opened} {...takingBack} onChanged={show} />}
      <form
        ref={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void settle()
        }}
        noValidate
        className={cn('max-w-2xl', aboveFoot)}
      >
        <DeskGroup title="The letter">
          {field('subject', 'Subject', null)}
          {field('previewLine', 'Preview line', lettersText.preview)}
          <ContentField
            key={form.opening}
            content={texts.content ?? ''}
            format="prose"
            error={faults.content}
            onChange={({ content }) => set({ content })}
            more={(put) => <Additions put={put} />}
          />
          {opened && <EarlierVersions form={form} letter={opened} settle={settle} />}
        </DeskGroup>
        <DeskGroup title="Whom it is for">
          {opened?.state === 'by itself' ? (
            <p>{lettersText.whoJoins}</p>
          ) : (
            <AudienceField
              key={form.opening}
              audience={audienceIn(texts)}
              letterId={opened?.id ?? null}
              onChange={(audience) => set({ audience: JSON.stringify(audience) })}
            />
          )}
        </DeskGroup>
        <DeskGroup title="On your site">
          <CheckField
            label="Show it on the web"
            note={lettersText.onWeb}
            checked={texts.isOnWeb === 'yes'}
            onChange={(event) => set({ isOnWeb: event.target.checked ? 'yes' : '' })}
          />
        </DeskGroup>
        <DeskGroup title="By itself">
          <WelcomeField
            letter={opened}
            begun={review && typeof review.going === 'object' ? review.going : null}
            look={look}
            isHeld={isHeld}
            settle={settle}
            onChanged={show}
          />
        </DeskGroup>
        <DeskFailure error={trial.error} unchanged="Nothing was sent." className="mb-4" />
        <LetterFoot
          form={form}
          letter={opened}
          more={
            <>
              <DeskButton variant="secondary" onClick={tryIt} isBusy={trial.isPending}>
                Send Test
              </DeskButton>
              {canGo && (
                <DeskButton variant="secondary" onClick={() => look('later')} isBusy={isHeld}>
                  Schedule
                </DeskButton>
              )}
            </>
          }
        >
          {canGo && (
            <DeskButton onClick={() => look('now')} isBusy={isHeld}>
              Review and Send
            </DeskButton>
          )}
        </LetterFoot>
      </form>
      {review &&
        (typeof review.going === 'object' ? (
          <WelcomeReview letter={review.letter} wish={review.going} onDone={shown} onClose={close} />
        ) : (
          <LetterReview letter={review.letter} isLater={review.going === 'later'} onSent={shown} onClose={close} />
        ))}
    </Beside>
  )
}

type DueProps = ReturnType<typeof useAttempt> & { letter: OwnerLetter; onChanged: (letter: OwnerLetter) => void }

/** It waits for its moment; until then it can be changed, and taken back. */
function Due({ letter: { id, dueAt }, isPending, error, attempt, onChanged }: DueProps) {
  const takeBack = async () => {
    const letter = await attempt(() => call<OwnerLetter>('POST', `${lettersAddress}/${id}/unschedule`, {}))
    if (letter) onChanged(letter)
  }
  return (
    <div className="mb-6 max-w-2xl border-l-2 border-accent bg-raised px-4 py-2">
      <p className="flex flex-wrap items-center gap-x-4">
        <span>It goes on {dueAt && <DeskTime at={dueAt} />}, as it is saved then.</span>
        <SubmitButton
          variant="quiet"
          label="Do not send it"
          pendingLabel="Taking it back..."
          isPending={isPending}
          onClick={takeBack}
          className="-mx-3"
        />
      </p>
      <DeskFailure error={error} className="mt-2" />
    </div>
  )
}
