import { z } from 'zod/mini'
import { findOwnCopy } from '#features/writing/autosave.server.ts'
import { workingCopyWriter } from '#features/writing/contract.ts'
import { oneForReaders } from '#features/writing/work-routes.server.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { answerLetter } from '#server/letter-frame.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { countAudience, listChoices } from './audience.server.ts'
import { beginFrom } from './beginnings.server.ts'
import { placeCards } from './cards.server.ts'
import { checkLetter, type Leads, viewLetter } from './checks.server.ts'
import {
  audienceInput,
  beginInput,
  type LetterInput,
  letterInput,
  sendInput,
  trialInput,
  welcomeInput,
} from './contract.ts'
import { blankTexts, letterOf, type Texts } from './fields.ts'
import { followLink } from './links.server.ts'
import { letterFramePath } from './queries.ts'
import { sendLetter, sendTrial, unschedule } from './sending.server.ts'
import {
  createLetter,
  getLetterRow,
  getWritten,
  letters,
  listWritten,
  removeLetter,
  setOnWeb,
  updateLetter,
} from './service.server.ts'
import type { WrittenLetterRow } from './tables.server.ts'
import { startWelcome, stopWelcome } from './welcome.server.ts'

/** Half a million characters, however they are escaped. */
const bodyMax = 4 * 1024 * 1024

const webInput = z.object({ isOnWeb: z.boolean('On the web must be yes or no') })

/** `leads` says whether there is something at an address of this site. */
export function routes(deps: Deps, leads: Leads): Route[] {
  const all = '/api/owner/letters'
  const one = `${all}/:id`
  const id = (c: AppContext) => c.req.param('id') ?? ''
  /** As it is saved, which is how it goes; only beside a writer's own form as it stands there. `new` was never saved. */
  const lookedAt = async (c: AppContext) => {
    const place = id(c)
    const by = c.req.query('writer') === undefined ? null : parse(workingCopyWriter, c.req.query())
    const kept = by && (await findOwnCopy(deps, { kind: 'letter', itemId: place }, by))
    const saved = place === 'new' ? null : await getLetterRow(deps.db, place)
    if (!kept && saved) return saved
    const before = saved ? textsOfRow(saved) : blankTexts
    return rowOf(parse(letterInput, letterOf({ ...before, ...(kept?.fields as Texts | undefined) })), saved)
  }
  return [
    {
      method: 'GET',
      path: '/api/letters',
      access: 'public',
      handle: async (c) => {
        const sent = await letters.listOut(deps.db, deps.now())
        // Without any there is no page of them.
        if (sent.length === 0) throw new AppError('not_found', 'No letter stands on this site.')
        return c.json(sent)
      },
    },
    oneForReaders(deps, letters, async (body) => ({ cards: await placeCards(deps, body) })),
    { method: 'GET', path: all, access: 'owner', handle: async (c) => c.json(await listWritten(deps)) },
    {
      method: 'POST',
      path: all,
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await createLetter(deps, await jsonBody(c, letterInput)), 201),
    },
    {
      method: 'POST',
      path: `${all}/begin`,
      access: 'owner',
      handle: async (c) => {
        const { from, id } = await jsonBody(c, beginInput)
        return c.json(await beginFrom(deps, from, id), 201)
      },
    },
    {
      method: 'GET',
      path: `${all}/choices`,
      access: 'owner',
      handle: async (c) => {
        const sent = (await listWritten(deps)).filter(({ mailing, wentTo }) => mailing !== null || wentTo > 0)
        return c.json(
          await listChoices(
            deps,
            sent.map(({ id, subject }) => ({ id, subject })),
          ),
        )
      },
    },
    {
      method: 'POST',
      path: `${all}/audience`,
      access: 'owner',
      handle: async (c) =>
        c.json(await countAudience(deps, await jsonBody(c, audienceInput), c.req.query('letter') ?? null)),
    },
    { method: 'GET', path: one, access: 'owner', handle: async (c) => c.json(await getWritten(deps, id(c))) },
    {
      method: 'PUT',
      path: one,
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await updateLetter(deps, id(c), await jsonBody(c, letterInput))),
    },
    {
      method: 'DELETE',
      path: one,
      access: 'owner',
      handle: async (c) => {
        await removeLetter(deps, id(c))
        return c.json({ message: 'The letter is in the bin. It can be restored for 30 days.' })
      },
    },
    {
      method: 'POST',
      path: `${one}/restore`,
      access: 'owner',
      handle: async (c) => {
        await letters.restore(deps, id(c))
        return c.json(await getWritten(deps, id(c)))
      },
    },
    {
      method: 'PUT',
      path: `${one}/web`,
      access: 'owner',
      handle: async (c) => c.json(await setOnWeb(deps, id(c), (await jsonBody(c, webInput)).isOnWeb)),
    },
    {
      method: 'POST',
      path: `${one}/test`,
      access: 'owner',
      bodyMax,
      handle: async (c) => {
        // Without a body, as it is saved.
        const letter = (await c.req.text()) && (await jsonBody(c, trialInput)).letter
        const saved = await getLetterRow(deps.db, id(c))
        return c.json(await sendTrial(deps, letter ? rowOf(letter, saved) : saved))
      },
    },
    {
      method: 'POST',
      path: `${one}/send`,
      access: 'owner',
      handle: async (c) => c.json(await sendLetter(deps, leads, id(c), await jsonBody(c, sendInput))),
    },
    {
      method: 'POST',
      path: `${one}/unschedule`,
      access: 'owner',
      handle: async (c) => c.json(await unschedule(deps, id(c))),
    },
    {
      method: 'PUT',
      path: `${one}/welcome`,
      access: 'owner',
      handle: async (c) => c.json(await startWelcome(deps, id(c), await jsonBody(c, welcomeInput))),
    },
    {
      method: 'DELETE',
      path: `${one}/welcome`,
      access: 'owner',
      handle: async (c) => c.json(await stopWelcome(deps, id(c))),
    },
    {
      method: 'GET',
      path: `${one}/view`,
      access: 'owner',
      handle: async (c) => {
        const row = await lookedAt(c)
        const { html: _, ...view } = await viewLetter(deps, row)
        return c.json({ ...view, checks: await checkLetter(deps, row, leads) })
      },
    },
    {
      method: 'GET',
      path: letterFramePath(':id'),
      access: 'owner',
      handle: async (c) => {
        const { html } = await viewLetter(deps, await lookedAt(c))
        return answerLetter(c, c.req.query('look') === 'dark' ? turnedDark(html) : html)
      },
    },
    {
      method: 'GET',
      path: '/l/:token',
      access: 'public',
      handle: async (c) => {
        const to = await followLink(deps, c.req.param('token') ?? '', c.req.method === 'GET')
        if (!to) throw new AppError('not_found', 'This link is not one of ours, or it has been cut short.')
        return c.redirect(to, 302)
      },
    },
  ]
}

function textsOfRow({ title, preview_line, content, audience, is_published }: WrittenLetterRow): Texts {
  return { subject: title, previewLine: preview_line, content, audience, isOnWeb: is_published === 1 ? 'yes' : '' }
}

/** What is being typed, as it would be saved. */
function rowOf({ subject, previewLine, content, audience, isOnWeb }: LetterInput, saved: WrittenLetterRow | null) {
  const said = { title: subject, preview_line: previewLine, content, format: 'prose' } as const
  const is_published = isOnWeb ? (1 as const) : (0 as const)
  const { slug = 'new', welcome_days = null } = saved ?? {}
  return { ...said, audience: JSON.stringify(audience), is_published, slug, welcome_days }
}

/** As a mail program shows it that makes every letter dark, whatever the letter says: pictures it leaves alone. */
function turnedDark(html: string): string {
  const turn = 'filter:invert(1) hue-rotate(180deg)'
  return html.replace('</head>', `<style>html{${turn};background:#fff}img{${turn}}</style></head>`)
}
