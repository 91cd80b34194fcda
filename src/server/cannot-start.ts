/** A reason not to start, in one sentence for the person at the terminal, with what to do about it. */
export class CannotStart extends Error {}

/** The same of a command: what is wrong with what it was given. */
export class CannotDo extends CannotStart {}
