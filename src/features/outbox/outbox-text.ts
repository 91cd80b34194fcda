import type { Outbox } from './contract.ts'
import type { LetterState } from './states.ts'

/** The words of the room where the letters lie. */
export const outboxText = {
  title: 'Outbox',
  loading: 'Loading letters',
  none: {
    title: 'Nothing written yet',
    text: 'Every letter the site writes lies here first, sent or not, for ninety days.',
  },
  noneHere: { title: 'None like that', text: 'No letter is in this state.', all: 'Show all letters' },
  failed: { title: 'The outbox did not open', text: 'No letter is lost. Please try again.' },
  missing: { title: 'Letter not here', text: 'Letters are kept for ninety days.', back: 'Back to Outbox' },
} as const

type StateWords = { label: string; sentence: string }

const states: Record<LetterState, StateWords> = {
  kept: { label: 'Kept', sentence: 'Kept here: no mail server is connected.' },
  unknown: {
    label: 'Uncertain',
    sentence: 'The line broke in the moment of sending. It may have arrived.',
  },
  failed: { label: 'Failed', sentence: 'Refused, or given up after a day of trying.' },
  bounced: { label: 'Bounced', sentence: 'It left, and came back.' },
  complained: { label: 'Complained', sentence: 'It arrived, and was called junk.' },
  queued: { label: 'Waiting', sentence: 'Waiting to be sent.' },
  sending: { label: 'Sending', sentence: 'Being sent at this moment.' },
  sent: { label: 'Sent', sentence: 'The mail server took it.' },
  skipped: { label: 'Left out', sentence: 'Not sent: whoever it was for gets no letters.' },
  stopped: { label: 'Not sent', sentence: 'It was stopped, and is not sent any more.' },
}

export function letterStateWords(state: LetterState, isConnected: boolean): StateWords {
  // What was kept stays kept until somebody says otherwise, also once there is a way.
  if (state === 'kept' && isConnected) return { label: 'Kept', sentence: 'Kept here until you send it.' }
  return states[state]
}

export function mailWords({ isConnected, host, from }: Outbox['mail']): StateWords {
  return isConnected
    ? { label: 'A mail server is connected.', sentence: `Letters leave through ${host}, from ${from}.` }
    : {
        label: 'No mail server is connected.',
        sentence:
          'Nothing is sent. Every letter is kept here, and can be sent once a mail server is connected, in Settings.',
      }
}
