/** What the post office calls a letter she wrote, and a trial of one. */
export const writtenKind = 'letters.written'
export const trialKind = 'letters.trial'
