import fc from 'fast-check'

/** What prose is written with, right or wrong: one after the other they make any page there could be. */
export const prosePieces = fc.constantFrom(
  ...[
    '*',
    '**',
    '_',
    '# ',
    '## ',
    '> ',
    '- ',
    '1. ',
    '---',
    '***\n',
    '[a](/books)',
    '![b](/images/x "c")',
    '\n\n![b](/images/x "c")\n',
    '\\',
    '&amp;',
  ],
  ...['\n', '\n\n', '\n\n\n\n', '\r\n', ' ', '    ', '\t', '\u00a0', 'a', 'Larch', '“', '—', '😀', 'ש'],
)
