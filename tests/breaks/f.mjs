export const breaks = [
  {
    line: 'F1',
    test: 'told to wait',
    file: 'src/features/newsletter/service.server.ts',
    from: '    for (const limit of perClient) await insistWithin(db, `signup:${limit.seconds}:${client}`, limit, now())\n',
    to: '',
  },
  {
    line: 'F1',
    test: 'larger than any letter',
    file: 'src/features/contact/routes.server.ts',
    from: 'bodyMax: 64 * 1024',
    to: 'bodyMax: 1024 * 1024',
  },
  {
    line: 'F1',
    test: 'a bot in the trap',
    file: 'src/features/contact/service.server.ts',
    from: '  if (input.company_url) await pretendToKeep(deps, input)\n  else await',
    to: '  await',
  },
  {
    line: 'F1',
    test: 'told to wait',
    file: 'src/server/rate-limit.ts',
    from: `  const row = await db
    .insertInto('rate_counts')
    .values({ key, count: 1, resets_at: resets })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql\`case when \${isOver} then 1 else rate_counts.count + 1 end\`,`,
    to: `  const known = await db.selectFrom('rate_counts').select('count').where('key', '=', key).executeTakeFirst()
  const row = await db
    .insertInto('rate_counts')
    .values({ key, count: 1, resets_at: resets })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql\`case when \${isOver} then 1 else \${(known?.count ?? 0) + 1} end\`,`,
  },
  {
    line: 'F2',
    file: 'src/features/newsletter/service.server.ts',
    from: 'confirm: env.isDoubleOptIn }',
    to: 'confirm: env.isDoubleOptIn && !request.isCaught }',
  },
  {
    line: 'F2',
    file: 'src/features/newsletter/service.server.ts',
    from: '  if (request.isCaught) return\n',
    to: '',
  },
  {
    line: 'F3',
    file: 'src/server/letter-budget.ts',
    from: 'forAll = { most: 200,',
    to: 'forAll = { most: 2_000,',
  },
  {
    line: 'F3',
    file: 'src/server/letter-budget.ts',
    from: 'perDomain = { most: 30,',
    to: 'perDomain = { most: 300,',
  },
  {
    line: 'F3',
    file: 'src/server/letter-budget.ts',
    from: "  if (!isInBudget) throw new TryLater('this hour has had its letters to new readers', nextLook)\n  return true",
    to: '  return isInBudget',
  },
  {
    line: 'F4',
    file: 'src/server/letter-budget.ts',
    from: "email.slice(0, at).replaceAll('.', '').split('+', 1)",
    to: '[email.slice(0, at)]',
  },
  {
    line: 'F4',
    file: 'src/server/letter-budget.ts',
    from: '  { most: 1, seconds: 24 * oneHour },\n',
    to: '',
  },
  {
    line: 'F4',
    file: 'src/server/letter-budget.ts',
    from: '  { most: 3, seconds: 30 * 24 * oneHour },\n',
    to: '',
  },
  {
    line: 'F5',
    file: 'src/features/newsletter/service.server.ts',
    from: '  // → takeSignup below, in the worker.\n',
    to: "  if (await isSuppressed(db, deps.keyFor, request.email)) throw new AppError('gone', 'This address has left.')\n",
  },
  {
    line: 'F6',
    test: 'kept together',
    file: 'src/features/contact/service.server.ts',
    from: 'else await deps.db.transaction().execute((tx) => keepMessage(tx, deps, input))',
    to: 'else await keepMessage(db, deps, input)',
  },
  {
    line: 'F6',
    test: 'full of links',
    file: 'src/features/contact/service.server.ts',
    from: 'if (kept && !isHeld)',
    to: 'if (kept)',
  },
  {
    line: 'F7',
    file: 'src/features/contact/service.server.ts',
    from: 'dedupe_key: dedupeKey(input, at)',
    to: 'dedupe_key: newId(at)',
  },
  {
    line: 'F8',
    file: 'src/features/newsletter/wordings.server.ts',
    from: 'return isBefore ? [consentBefore, consentAfter] : [consentAfter, consentBefore]',
    to: 'return [consentBefore, isBefore ? consentAfter : consentBefore]',
  },
  {
    line: 'F8',
    file: 'src/features/newsletter/service.server.ts',
    from: 'email, page, source, method',
    to: "email, page: '', source, method",
  },
]
