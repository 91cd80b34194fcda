/** As many as one letter may go to. */
export const mostRecipients = 100_000
