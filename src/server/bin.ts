/** What is thrown away can be taken out again for thirty days. */
const binDays = 30
const lifetime = binDays * 86_400_000

/** When something that was thrown away then will be gone for good. */
export function goneAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + lifetime).toISOString()
}

/** Whatever was thrown away before this is to be gone by now. */
export function binEnd(now: Date): string {
  return new Date(now.getTime() - lifetime).toISOString()
}
