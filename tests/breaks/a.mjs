export const breaks = [
  // Two stand in line: the owner's one row, and the link that is gone once it was used. Either alone would do.
  {
    line: 'A1',
    file: 'src/features/owner/setup.server.ts',
    from: `    else if (!(await insertOwner(tx, email, passwordHash, at))) throw new AppError('not_found', linkClosed)
    const { numDeletedRows } = await tx.deleteFrom('owner_tickets').where('hash', '=', ticket.hash).executeTakeFirst()
    if (numDeletedRows !== 1n) throw new AppError('not_found', linkClosed)`,
    to: '    else await insertOwner(tx, email, passwordHash, at)',
    test: 'of fifty',
  },
  {
    line: 'A1',
    file: 'src/features/owner/setup.server.ts',
    from: ".where('expires_at', '>', now().toISOString())",
    to: '',
    test: 'good for an hour',
  },
  {
    line: 'A1',
    file: 'src/features/owner/setup.server.ts',
    from: "await db.deleteFrom('owner_tickets').where('kind', '=', 'setup').execute()",
    to: '',
    test: 'good for an hour',
  },
  {
    line: 'A2',
    file: 'src/features/owner/throttle.server.ts',
    from: '(await countWithin(db, everybody.key, everybody.limit, now))',
    to: 'true',
    test: 'thousands of guesses',
  },
  {
    line: 'A2',
    file: 'src/features/owner/throttle.server.ts',
    from: '? await takeTry(db, `device:${device}`, now)',
    to: '? true',
    test: 'a known device',
  },
  {
    line: 'A3',
    file: 'src/server/password-hash.ts',
    from: 'if (waiting.length >= mostWaiting) {',
    to: 'if (waiting.length >= 1_000) {',
  },
  {
    line: 'A4',
    file: 'src/server/password-hash.ts',
    from: 'const isRight = await inTurn(() => verify(kept ?? nobodysHash, password.normalize()))',
    to: 'if (kept === null) return false\n      const isRight = await inTurn(() => verify(kept, password.normalize()))',
  },
  {
    line: 'A4',
    file: 'src/server/password-hash.ts',
    from: 'return isRight && kept !== null',
    to: 'return isRight || kept === null',
  },
  {
    line: 'A5',
    file: 'src/features/owner/entrance.server.ts',
    from: 'return openSession(tx, now(), visitor.browser)',
    to: 'return visitor.session ?? openSession(tx, now(), visitor.browser)',
    test: 'somebody else brought along',
  },
  {
    line: 'A5',
    file: 'src/features/owner/sessions.server.ts',
    from: 'browser: browser.slice(0, 200),',
    to: 'browser: id,',
    test: 'the database never holds',
  },
  {
    line: 'A6',
    file: 'src/features/owner/setup.server.ts',
    from: "  await tx.deleteFrom('owner_sessions').execute()\n}",
    to: '}',
  },
  {
    line: 'A7',
    file: 'src/features/owner/guard.server.ts',
    from: "    if (!route.isPage) throw new AppError('unauthorized'",
    to: "    c.header('set-cookie', 'seen=1')\n    if (!route.isPage) throw new AppError('unauthorized'",
    test: 'no other door',
  },
  {
    line: 'A7',
    file: 'src/features/owner/sessions.server.ts',
    from: 'if (unused >= idleFor) return null',
    to: '',
    test: 'twelve hours',
  },
  {
    line: 'A7',
    file: 'src/features/owner/sessions.server.ts',
    from: "sameSite: 'Lax'",
    to: "sameSite: 'None'",
    test: 'exactly the flags',
  },
  {
    line: 'A7',
    file: 'src/features/owner/sessions.server.ts',
    from: 'if (!session || session.expires_at <= at.toISOString()) return null',
    to: 'if (!session) return null',
    test: 'fourteen days',
  },
  {
    line: 'A8',
    file: 'src/server/route-table.ts',
    from: "if (!isOurs) throw new AppError('forbidden'",
    to: "if (!isOurs && route.access !== 'owner') throw new AppError('forbidden'",
    test: 'through any door',
  },
  {
    line: 'A8',
    file: 'src/server/route-table.ts',
    from: "if (!isOurs) throw new AppError('forbidden'",
    to: "if (!isOurs && c.req.header('content-type') === 'application/json') throw new AppError('forbidden'",
    test: 'through any door',
  },
  {
    line: 'A8',
    file: 'src/server/route-table.ts',
    from: "if (route.method === 'GET' || route.isForAnySite) return []",
    to: 'if (route) return []',
    test: 'on another site',
  },
  {
    line: 'A9',
    file: 'src/features/owner/setup.server.ts',
    from: "if (numDeletedRows !== 1n) throw new AppError('not_found', linkClosed)",
    to: '',
    test: 'of a hundred',
  },
  // Used, it is gone, and with it all others.
  {
    line: 'A9',
    file: 'src/features/owner/setup.server.ts',
    from: `    const { numDeletedRows } = await tx.deleteFrom('owner_tickets').where('hash', '=', ticket.hash).executeTakeFirst()
    if (numDeletedRows !== 1n) throw new AppError('not_found', linkClosed)
    if (!isSetup && input.clearTotp) await clearTotp(tx)
    await tx.deleteFrom('owner_tickets').execute()
`,
    to: '    if (!isSetup && input.clearTotp) await clearTotp(tx)\n',
    test: 'from its own terminal',
  },
  {
    line: 'A10',
    file: 'src/features/owner/entrance.server.ts',
    from: ".where((or) => or.or([or('totp_last_step', 'is', null), or('totp_last_step', '<', step)]))",
    to: '',
    test: 'of ten who type',
  },
  {
    line: 'A10',
    file: 'src/features/owner/entrance.server.ts',
    from: "await tx.deleteFrom('recovery_codes').where('hash', '=', hash).executeTakeFirst()",
    to: '{ numDeletedRows: 1n }',
    test: 'each stands in',
  },
  {
    line: 'A11',
    file: 'src/server/security-headers.ts',
    from: "'frame-ancestors': [\"'none'\"],",
    to: '',
  },
]
