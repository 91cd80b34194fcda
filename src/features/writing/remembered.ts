/** Small things the desk remembers in this browser, such as a fold left open. One that refuses storage forgets them. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function remember(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It holds until she leaves.
  }
}
