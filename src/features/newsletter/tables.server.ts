/** The words consents were given in: rows are only ever added. */
export type ConsentWordingRow = { id: string; text: string; hash: string; since: string }

declare module '#server/db.ts' {
  interface Tables {
    consent_wordings: ConsentWordingRow
  }
}
