/** What the guard says to a browser whose session has ended. The desk knows it by these words, and shows the way in. */
export const signInFirst = 'Please sign in first.'
