import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Happening, kinds, names, openWorld, statuses } from '#tests/support/histories.ts'
import { isLongRun, runs } from '#tests/support/long-run.ts'

const name = fc.constantFrom(...names)
const spelling = fc.nat({ max: 3 })
const way = fc.nat({ max: 11 })
const status = fc.constantFrom(...statuses, ...(['Active', 'Active', 'Active', 'Unconfirmed'] as const))
const row = fc.record({ name, spelling, status })
const rows = fc.array(row, { minLength: 1, maxLength: 4 })
/** What brings people in and what writes to them happens more often than the rest: otherwise there is little to see. */
const often = ['signsUp', 'confirms', 'importsList', 'isBroughtIn', 'sendsToAll', 'sendsToAll', 'sendsToAll'] as const
const any: fc.Arbitrary<Happening> = fc.record({ kind: fc.constantFrom(...kinds, ...often), name, spelling, way, rows })
const welcome = fc.record({ name, spelling, status: fc.constant('Active' as const) })
const beginning = any.chain((event) =>
  fc.array(welcome, { minLength: 2, maxLength: 5 }).map((rows) => ({ ...event, kind: 'importsList' as const, rows })),
)

/** What may come between a letter and whoever it is for: most of it about her, and most of it a farewell. */
const farewells = [
  ...([
    'leavesByPage',
    'leavesByOneClick',
    'isStopped',
    'isErased',
    'bounces',
    'complains',
    'leavesAtService',
  ] as const),
  ...(['providerTells', 'importsList', 'isBroughtIn', 'undoesImport', 'undoesImport', 'syncs'] as const),
] as const
const refusal = fc.constantFrom('Unsubscribed' as const, 'Bounced' as const, 'Complained' as const)
const between = (about: Happening): fc.Arbitrary<Happening[]> =>
  fc.oneof(
    any.map((event) => [event]),
    fc
      .tuple(fc.constantFrom(...farewells), way, refusal)
      .map(([kind, way, status]) => [{ ...about, kind, way, rows: [{ name: about.name, spelling: 1, status }] }]),
    // Her mailbox is gone, and a letter of another kind finds out.
    fc.constant<Happening[]>([
      { ...about, kind: 'mailboxTurns', way: 1 },
      { ...about, kind: 'sendsToOne' },
      { ...about, kind: 'mailboxTurns', way: 0 },
    ]),
  )
const around = [
  [['sendsToAllLater'], ['timePasses']],
  [['sendsToAllLater', 'pauses'], ['resumes']],
  [
    ['serverFails', 'sendsToAll', 'serverHeals'],
    ['decides', 'sendsOutbox'],
  ],
  [
    ['serverDefers', 'sendsToAll', 'sendsToOne'],
    ['serverHeals', 'timePasses'],
  ],
  [['mailboxRefuses', 'sendsToAll', 'mailboxHeals'], ['retries']],
  [
    ['isUnplugged', 'sendsToAll', 'sendsToOne'],
    ['isUnplugged', 'sendsOutbox'],
  ],
] as const
const turns = {
  bringsSubscribers: { kind: 'importsList', way: 0 },
  bringsReaders: { kind: 'importsList', way: 1 },
  providerLoses: { kind: 'providerHears', way: 1 },
  serverHeals: { kind: 'serverTurns', way: 0 },
  serverDefers: { kind: 'serverTurns', way: 1 },
  serverFails: { kind: 'serverTurns', way: 2 },
  mailboxHeals: { kind: 'mailboxTurns', way: 0 },
  mailboxDies: { kind: 'mailboxTurns', way: 1 },
  mailboxRefuses: { kind: 'mailboxTurns', way: 2 },
} as const
/** A letter is on its way, waits, fails or is uncertain; something happens; and then it goes on. */
const interrupted = fc.tuple(fc.constantFrom(...around), any).chain(([[before, after], drawn]) => {
  const hers = { name: drawn.name, spelling: 2, status: 'Active' } as const
  const event = { ...drawn, rows: [hers, ...drawn.rows.filter((row) => row.name !== hers.name)] }
  const toEvent = (word: (typeof before | typeof after)[number]): Happening =>
    word in turns
      ? { ...event, ...turns[word as keyof typeof turns] }
      : { ...event, kind: word as Exclude<typeof word, keyof typeof turns>, way: 0 }
  return between(event).map((meanwhile) => [...before.map(toEvent), ...meanwhile, ...after.map(toEvent)])
})
const scene = fc.oneof({ weight: 2, arbitrary: any.map((event) => [event]) }, { weight: 1, arbitrary: interrupted })
/** Each as likely as the other: small numbers, which are tried first elsewhere, are only the first of a list here. */
const history = fc.noBias(
  fc
    .tuple(beginning, fc.array(scene, { minLength: 4, maxLength: 12, size: 'max' }))
    .map(([first, scenes]) => [first, ...scenes.flat()]),
)

/** Few to a test: each has a site, a database and a mail server of its own, which are gone when the test is done. */
const atOnce = 4
const rounds = Array.from({ length: Math.ceil(runs.history / atOnce) }, (_, number) => number + 1)

test.each(rounds)(
  'nobody who left, bounced, complained, was erased or never confirmed is written to, and everybody else is, whatever happened before (%i)',
  async () => {
    let letters = 0
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const { happen, settle } = await openWorld()
        for (const event of events) letters += await happen(event)
        letters += await settle()
      }),
      // To look for the shortest takes a hundred more of them: the long run does, and the seed is told here.
      { numRuns: atOnce, endOnFailure: !isLongRun },
    )
    // A world in which nothing is ever sent would show nothing.
    expect(letters).toBeGreaterThan(0)
  },
)
