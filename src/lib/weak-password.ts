/** What people add to each other until a password is long enough; and the long ones that head every leaked list. */
const common =
  'password passwort passw0rd letmein welcome qwerty qwertz azerty admin administrator login signin master secret changeme default ' +
  'iloveyou loveyou forever princess sunshine superman batman spiderman dragon monkey football baseball basketball hockey soccer ' +
  'shadow michael jessica jennifer charlie jordan thomas daniel ashley killer hunter ranger buster summer winter spring autumn ' +
  'starwars pokemon minecraft trustno1 whatever computer internet samsung google facebook youtube hello freedom mustang ' +
  'access please enter test testing guest root user owner author writer website site thisis mypassword ' +
  'correcthorsebatterystaple january february march april ' +
  'june july august september october november december monday tuesday wednesday thursday friday saturday sunday canada toronto ontario'
const commonWords = common.split(' ')

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
]
const shortestRun = 4
const longestUnit = 8
/** Fewer letters than this beyond what everybody tries are soon tried too. */
const fewestOwn = 5

/**
 * Whether a password is made of nothing but what guessing begins with: common words, the site's own words, keys in a row,
 * digits, or one piece over and over. It looks at what is left when all of that is taken away.
 */
export function isWeakPassword(password: string, siteWords: readonly string[]): boolean {
  const letters = plain(password)
  if (isOnePieceRepeated(letters)) return true
  const words = [...siteWords.flatMap(wordsIn), ...commonWords].sort((a, b) => b.length - a.length)
  const own = words.reduce((rest, word) => rest.replaceAll(word, ' '), withoutRuns(letters))
  return own.replace(/[\s\d]/g, '').length < fewestOwn
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** A name is guessed whole and in pieces. */
function wordsIn(text: string): string[] {
  return [plain(text), ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 4)
}

function isOnePieceRepeated(text: string): boolean {
  return Array.from({ length: longestUnit }, (_, index) => index + 1).some((unit) =>
    [...text].every((letter, index) => index < unit || letter === text[index - unit]),
  )
}

function withoutRuns(text: string): string {
  const rows = runs.flatMap((row) => [row, [...row].reverse().join('')])
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = Math.max(...rows.map((row) => runLength(row, text, at)))
    rest += length >= shortestRun ? ' ' : text[at]
    at += length >= shortestRun ? length : 1
  }
  return rest
}

/** How many letters from here on follow each other on this row. */
function runLength(row: string, text: string, at: number): number {
  let length = 0
  while (at + length < text.length && row.includes(text.slice(at, at + length + 1))) length++
  return length
}
