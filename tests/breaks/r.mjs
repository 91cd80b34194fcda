// Whatever breaks (docs/security.md, R): what takes each defence away.
export const breaks = [
  // A letter leaves without a word in the books, so that a crash after it is a reason to send it again.
  {
    line: 'R1',
    file: 'src/server/post-office.ts',
    from: '        await ledger.gate(item)\n',
    to: '',
  },
  {
    line: 'R1',
    test: 'outlived its lease',
    file: 'src/server/post-ledger.ts',
    from: "          .where('attempts', '=', item.row.attempts)\n",
    to: '',
  },
  {
    line: 'R2',
    test: 'kills while readers write',
    file: 'src/features/newsletter/service.server.ts',
    from: "  await enqueue(db, 'newsletter.signup', { ...request, wording }, now())",
    to: "  setTimeout(() => void enqueue(db, 'newsletter.signup', { ...request, wording }, now()), 200)",
  },
  {
    line: 'R2',
    test: 'its log is on the disk',
    file: 'src/server/sqlite-driver.ts',
    from: '    await this.#log.datasync()\n',
    to: '',
  },
  {
    line: 'R3',
    test: 'one letter knocks',
    file: 'src/server/mail-watch.ts',
    from: 'return pause > 0 && pause <= serverAwayPause',
    to: 'return pause > serverAwayPause',
  },
  {
    line: 'R3',
    test: 'hangs up after the dot',
    file: 'src/server/mailer.ts',
    from: "? { kind: 'unknown', reason }",
    to: "? { kind: 'deferred', reason, isServerAway: true, isOurFault: false }",
  },
  {
    line: 'R4',
    file: 'src/server/mailer.ts',
    from: 'if (responseCode >= 500 && isAboutLetter) {',
    to: 'if (responseCode >= 400 && isAboutLetter) {',
  },
  {
    line: 'R4',
    file: 'src/server/mailer.ts',
    from: 'isServerAway: !isAboutLetter,',
    to: 'isServerAway: true,',
  },
  {
    line: 'R5',
    test: 'pauses the campaign',
    file: 'src/server/post-office.ts',
    from: 'if (settled >= 50 && failed > settled / 10)',
    to: 'if (settled >= 50 && failed > settled)',
  },
  {
    line: 'R5',
    test: 'never written to again',
    file: 'src/server/post-office.ts',
    from: 'const isGone = outcome.isAddressDead && ',
    to: 'const isGone = !outcome.isAddressDead && ',
  },
  {
    line: 'R6',
    file: 'src/features/mailing-provider/sync.server.ts',
    from: 'return status === null || status >= 500 || status === 408 || status === 429',
    to: 'return status === null || status === 408 || status === 429',
  },
  {
    line: 'R6',
    file: 'src/features/mailing-provider/sync.server.ts',
    from: 'await save(deps.db, row, { ...row, trouble: error.message })',
    to: "await save(deps.db, row, { ...row, position: '', trouble: error.message })",
  },
  {
    line: 'R7',
    file: 'src/features/mailing-provider/sync.server.ts',
    from: 'throw new TryLater(error.message, error.retryAfter ?? 60_000)',
    to: 'throw new TryLater(error.message, 60_000)',
  },
  {
    line: 'R8',
    test: 'is told to whoever writes',
    file: 'src/server/sqlite-driver.ts',
    from: "    if (isDiskFull(error)) return health.note('full', error)\n",
    to: '',
  },
  {
    line: 'R8',
    test: 'room that is kept',
    file: 'src/server/reserve.ts',
    from: '      health.whenFull(() => rmSync(file, { force: true }))\n',
    to: '',
  },
  {
    line: 'R8',
    test: 'leaves the last room',
    file: 'src/server/sqlite-driver.ts',
    from: "this.#parts.health.has('full') && mayWrite(query) && !mayUseLastRoom()",
    to: "this.#parts.health.has('full') && mayWrite(query)",
  },
  // A line that broke is a fault of ours.
  {
    line: 'R9',
    test: 'restarted under load',
    file: 'src/server/postgres-driver.ts',
    from: "if (state === 'no line' || awayStates.test(state)) return",
    to: "if (state === 'no line' && awayStates.test(state)) return",
  },
  // Pages are forgotten when the database is away.
  {
    line: 'R9',
    test: 'their database restarted',
    file: 'src/app/content-watch.server.ts',
    from: "        if (!isFailing) deps.log.error('cannot see whether content has changed', { error })\n",
    to: "        if (!isFailing) deps.log.error('cannot see whether content has changed', { error })\n        deps.contentChanged()\n",
  },
  {
    line: 'R10',
    file: 'src/server/db.ts',
    from: "if (faults.length > 0) health.note('damaged', new Error(faults.join('; ')))",
    to: "if (faults.length > 100) health.note('damaged', new Error(faults.join('; ')))",
  },
  {
    line: 'R10',
    file: 'src/server/db.ts',
    from: "    if (isDamaged(error)) health.note('damaged', error)\n",
    to: "    if (!isDamaged(error)) health.note('damaged', error)\n",
  },
  {
    line: 'R10',
    file: 'src/server/sqlite-driver.ts',
    from: "    if (isDamaged(error)) return health.note('damaged', error)\n",
    to: '',
  },
  {
    line: 'R11',
    test: 'two nodes on one PostgreSQL',
    file: 'src/server/post-office.ts',
    from: '        await ledger.gate(item)\n',
    to: '',
  },
  {
    line: 'R11',
    test: 'another node has saved',
    file: 'src/app/content-watch.server.ts',
    from: 'Promise.all([readContentEdition(db), ...counts])',
    to: 'Promise.all(counts)',
  },
  {
    line: 'R12',
    test: 'whoever has knocked',
    file: 'src/server/listen.ts',
    from: '  await letIn(server)\n',
    to: '',
  },
  {
    line: 'R12',
    test: 'told to whoever asks for readiness',
    file: 'src/main.ts',
    from: '    if (server.listening && isHurried) await Promise.race([wait(env.drainSeconds * 1_000), isHurried])\n',
    to: '',
  },
  // The house is closed before its guests have left.
  {
    line: 'R12',
    test: 'a stop while readers write',
    file: 'src/main.ts',
    from: '    await closeGracefully(server)\n    await house.leave()\n',
    to: '    await house.leave()\n    await closeGracefully(server)\n',
  },
  {
    line: 'R13',
    test: 'fails half-way',
    file: 'src/server/db.ts',
    from: '  override get supportsTransactionalDdl() {\n    return true\n',
    to: '  override get supportsTransactionalDdl() {\n    return false\n',
  },
  {
    line: 'R13',
    test: 'six nodes',
    isOnPostgres: true,
    file: 'src/server/db.ts',
    from: '  dialect.createDriver = () => new WatchedPostgresDriver(config, health)\n',
    to: `  dialect.createDriver = () => new WatchedPostgresDriver(config, health)
  const adapter = dialect.createAdapter()
  const nobodyWaits = { acquireMigrationLock: async () => {}, releaseMigrationLock: async () => {} }
  dialect.createAdapter = () => Object.assign(adapter, nobodyWaits)\n`,
  },
  {
    line: 'R13',
    test: 'a copy of all rows',
    file: 'src/server/db.ts',
    from: '    if (changes.length > 0) await beforeChange?.(database)\n',
    to: '',
  },
  {
    line: 'R14',
    file: 'src/features/images/routes.server.ts',
    from: 'handle: async (c) => c.json(await keepPicture(deps, new Uint8Array(await c.req.arrayBuffer())), 201),',
    to: `handle: async (c) => {
        const pieces: Uint8Array[] = []
        const sink = new WritableStream<Uint8Array>({ write: (piece) => void pieces.push(piece) })
        await c.req.raw.body?.pipeTo(sink).catch(() => {})
        return c.json(await keepPicture(deps, new Uint8Array(Buffer.concat(pieces))), 201)
      },`,
  },
  {
    line: 'R15',
    test: 'begins a window anew',
    file: 'src/server/rate-limit.ts',
    from: ' or rate_counts.resets_at > ',
    to: ' or rate_counts.resets_at is null and rate_counts.resets_at > ',
  },
  {
    line: 'R15',
    test: 'under hold',
    file: 'src/server/mailings.ts',
    from: "or.or([or('starts_at', '<=', now.toISOString()), or('starts_at', '>', farAhead)])",
    to: "or.or([or('starts_at', '<=', now.toISOString()), or('starts_at', '=', farAhead)])",
  },
  {
    line: 'R16',
    test: 'its budget',
    file: 'src/server/page-cache.ts',
    from: ' && bytes <= maxBytes',
    to: '',
  },
  {
    line: 'R16',
    test: 'make room',
    file: 'src/server/page-cache.ts',
    from: 'answers.size <= maxEntries && ',
    to: '',
  },
  // Gone at once, whoever is in the middle of something.
  {
    line: 'R17',
    file: 'src/main.ts',
    from: '    leave(1).catch(() => process.exit(1))\n',
    to: '    process.exit(1)\n',
  },
  {
    line: 'R18',
    file: 'src/server/sqlite-driver.ts',
    from: "    if (mayWrite(query) && (isUnwritable(error) || isResult(error, brokenDisk))) return health.note('unwritable', error)\n",
    to: '',
  },
]
