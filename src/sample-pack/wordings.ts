/** What people agreed to while the sample's author was built in, word for word, under the ids their consents name. */
const who = 'Odile Marsh (PO Box 92, Port Ansel, Ontario, Canada (sample address); letters@odilemarsh.example)'
const asks = `${who} asks for your address to send you one advance reader copy`
const withdraw = 'You can withdraw at any time, with the link in any of them or by writing to either address.'

export const wordings = [
  {
    id: 'signup-2025-07-26',
    text: `By joining you ask ${who} to email you about once a month with news of books, free stories and advance copies. You can withdraw your consent at any time, with the link in every letter or by writing to either address.`,
  },
  { id: 'arc-2025-07-26', text: `${asks}, with the few letters needed to deliver it. ${withdraw}` },
  {
    id: 'arc-2025-11-01',
    text: `${asks} of the next book after Voss Trials, with the few letters needed to deliver it. ${withdraw}`,
  },
]
