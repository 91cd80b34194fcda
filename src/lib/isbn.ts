const notThirteen = 'An ISBN has 13 digits and begins with 978 or 979'
const slip = 'The last digit of this ISBN does not fit the others. Look for a slip of the finger'

/** What is wrong with an ISBN as somebody typed it, hyphens and all; null for a right one. */
export function faultOfIsbn(typed: string): string | null {
  const digits = bareIsbn(typed)
  if (!/^97[89]\d{10}$/.test(digits)) return notThirteen
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? null : slip
}

export function bareIsbn(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}
