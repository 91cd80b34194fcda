/** Who is signed in. */
export type Session = { email: string; isTotpOn: boolean }
