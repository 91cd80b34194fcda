import type { StepName } from './contract.ts'

export const firstStepsText = {
  heading: 'First steps',
  dismiss: 'Hide these',
  dismissed: 'The first steps are hidden. The guide has them, too, behind Help.',
  done: 'Done: ',
} as const

/** Each step: its line, why it is worth doing, and the words of its one button. */
export const stepWords: Record<StepName, { line: string; why: string; button: string }> = {
  name: {
    line: 'Your name',
    why: 'It stands on every page and in every letter.',
    button: 'Say who you are',
  },
  photograph: {
    line: 'Your photograph',
    why: 'Readers like to see who writes to them, and papers ask for one.',
    button: 'Add a photograph',
  },
  book: {
    line: 'Your first book',
    why: 'A title and a cover are enough to begin with.',
    button: 'Add a book',
  },
  about: {
    line: 'A few words about you',
    why: 'Readers look for them on About Author, and the press kit is made from them.',
    button: 'Write them',
  },
  mail: {
    line: 'A mail server',
    why: 'Until there is one, every letter waits in the outbox. Your mail host or a company for sending mail has the details.',
    button: 'Connect your mail',
  },
  'test-letter': {
    line: 'A letter to yourself',
    why: 'If it arrives, so will those to your readers.',
    button: 'Send a test letter',
  },
  samples: {
    line: 'The sample cleared away',
    why: 'What you have not changed of it goes, after a question. It can be brought back for 30 days.',
    button: 'See what is left of it',
  },
}
