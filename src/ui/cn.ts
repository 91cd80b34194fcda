/** Joins class names; whatever is false, null or undefined stays out. */
export function cn(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
