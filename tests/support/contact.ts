/** What a reader writes to the author. */
export const aMessage = {
  name: 'Ada Reader',
  email: 'ada@home.example',
  message: 'Which door would you have left shut?',
}
