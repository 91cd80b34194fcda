/** `npm test` shows that each behaviour holds; `npm run test:long` looks for the rare input and the unlucky moment. */
export const isLongRun = process.env.TEST_LONG === 'on'

/**
 * How often a property is tried, by what one try costs: `pure` a function, and what no property says otherwise; `text`
 * a hostile text, read and set; `brief` a request that is answered before it reaches a page; `call` any other to the site;
 * `post` ten letters, from the form to the mail server; `journey` several of them, letters or pages drawn;
 * `history` a site of its own and months of what may happen to it.
 */
export const runs = isLongRun
  ? { pure: 100_000, text: 20_000, brief: 20_000, call: 2_000, post: 2_000, journey: 200, history: 2_000 }
  : onSecondEngine()
    ? { pure: 300, text: 100, brief: 15, call: 15, post: 4, journey: 4, history: 3 }
    : { pure: 300, text: 120, brief: 30, call: 30, post: 4, journey: 4, history: 4 }

/** On PostgreSQL a try costs three times as much, and SQLite has met the odd inputs already. */
function onSecondEngine(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL) && process.env.VITEST === 'true'
}

/** How often a process is killed in a test of what it leaves behind. Twice at least: some kill two nodes, or in two ways. */
export const kills = isLongRun ? 200 : 2

/** How wide the window is in which a page is looked at: as a phone. The long run looks at a desk's width too. */
export const widths = isLongRun ? [390, 1440] : [390]

/** As many rows, people or requests as a test of plenty has. */
export function plenty(long: number, short: number): number {
  return isLongRun ? long : short
}
