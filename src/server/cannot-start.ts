/** A reason not to start, in one sentence for the person at the terminal, with what to do about it. */
export class CannotStart extends Error {}
