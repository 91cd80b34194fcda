/** The page of a list that an address asks for; whatever is no cursor of ours means the first. */
export function cursorFrom(search: URLSearchParams): string | null {
  const cursor = search.get('cursor')
  return cursor && /^[\w-]{1,64}$/.test(cursor) ? cursor : null
}

/** An address with what is asked for after the `?`, and no `?` where nothing is. */
export function addressWith(path: string, asked: Record<string, string | null>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}
