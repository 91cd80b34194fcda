import { expect, test } from 'vitest'
import { consentWords } from './consent.ts'

const given = { purpose: 'newsletter', act: 'given', method: 'form', page: '/signup', source: 'signup_page' }

test.each([
  [given, ['Agreed to get the newsletter', 'Sign-up page (/signup)', 'By sending the form']],
  [
    { ...given, act: 'confirmed', method: 'letter', page: '/confirm' },
    ['Confirmed the address', '/confirm', 'By the button on the page a letter leads to'],
  ],
  [
    { ...given, act: 'withdrawn', method: 'one-click', page: '/unsubscribe' },
    ['Left the newsletter', '/unsubscribe', 'By the unsubscribe button of a mail program'],
  ],
  [
    { ...given, purpose: 'arc', source: 'voss_trials_arc', page: '' },
    ['Asked for the advance copy', 'Advance copy page', 'By sending the form'],
  ],
  [
    { ...given, page: '/signup\u202e\n/x', source: 'a list of 2019', method: 'paper' },
    ['Agreed to get the newsletter', 'a list of 2019 (/signup /x)', 'paper'],
  ],
])('%j reads as a person would say it', (entry, [what, where, how]) => {
  expect(consentWords(entry)).toEqual({ what, where, how })
})
