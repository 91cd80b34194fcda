const onlyHere = ['localhost', '127.0.0.1', '[::1]']

/** A site that was never told its own address writes links that nobody else can open. */
export function deadLinksWords(siteUrl: string): string | null {
  if (!onlyHere.includes(new URL(siteUrl).hostname)) return null
  return `Readers cannot open these links: they lead to ${siteUrl}, which only this computer can reach. Tell the site its own address first, in Settings.`
}
