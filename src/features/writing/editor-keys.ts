import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { history, redo, undo } from 'prosemirror-history'
import {
  ellipsis,
  emDash,
  InputRule,
  inputRules,
  smartQuotes,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { search } from 'prosemirror-search'
import type { Command, Plugin } from 'prosemirror-state'
import {
  breakAtEnter,
  insertLineBreak,
  setHeading,
  setList,
  setParagraph,
  toggleBold,
  toggleItalic,
  toggleQuote,
} from './editor-commands.ts'
import { leaveChosen, wordsBelowChosen } from './editor-pictures.ts'
import { schema } from './editor-schema.ts'

const { nodes, marks } = schema

type Options = {
  /** straight quotes, two hyphens and three dots become what a book has */
  isCurly: boolean
  onLink: () => void
  onFind: () => void
}

export function editorPlugins({ isCurly, onLink, onFind }: Options): Plugin[] {
  const open = (act: () => void): Command => {
    return () => {
      act()
      return true
    }
  }
  return [
    wordsBelowChosen(),
    inputRules({ rules: [...markRules, ...(isCurly ? [...elisions, ...smartQuotes, ellipsis, emDash] : [])] }),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-i': toggleItalic,
      'Mod-b': toggleBold,
      'Mod-k': open(onLink),
      'Mod-f': open(onFind),
      'Mod-Alt-2': setHeading(2),
      'Mod-Alt-3': setHeading(3),
      'Mod-Alt-0': setParagraph,
      'Mod-Shift-7': setList(nodes.ordered_list),
      'Mod-Shift-8': setList(nodes.bullet_list),
      'Mod-Shift-9': toggleQuote,
      'Shift-Enter': insertLineBreak,
      Enter: chainCommands(breakAtEnter, splitListItem(nodes.list_item)),
      // Elsewhere Tab leads out of the text, as in any other field.
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
      Backspace: undoInputRule,
      'Ctrl-Home': leaveChosen('start'),
      'Ctrl-End': leaveChosen('end'),
    }),
    keymap(baseKeymap),
    history(),
    dropCursor({ class: 'drop-line', color: false }),
    search(),
  ]
}

/** Letters that were left out stand behind a closing sign, also where a word begins: ’tis, the ’90s. */
const elisions = [new InputRule(/(‘)\d$/, '’'), new InputRule(/(‘)(?:tis|twas|twere|twill|til|em)[\s,.;:!?—]$/i, '’')]

/** Marks as they are written elsewhere: `*so*`, `**so**`, `## `, `> `, `- `, `1. `. */
const markRules = [
  markRule(/(?:^|[^*])(\*\*([^*\s](?:[^*]*[^*\s])?)\*\*)$/, marks.strong),
  markRule(/(?:^|[^*])(\*([^*\s](?:[^*]*[^*\s])?)\*)$/, marks.em),
  markRule(/(?:^|[\s“‘(—])(_([^_\s](?:[^_]*[^_\s])?)_)$/, marks.em),
  textblockTypeInputRule(/^(#{1,3}) $/, nodes.heading, ([, signs = '']) => ({ level: signs.length === 3 ? 3 : 2 })),
  wrappingInputRule(/^> $/, nodes.quote),
  wrappingInputRule(/^[-*+] $/, nodes.bullet_list),
  wrappingInputRule(/^(\d{1,4})[.)] $/, nodes.ordered_list, ([, number]) => ({ start: Number(number) })),
]

/** The last sign typed closes the mark: both go, and the words between them have it. */
function markRule(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(pattern, (state, match, _from, to) => {
    // Typed over words she had chosen, it is only a sign.
    if (!state.selection.empty) return null
    const [, whole = '', words = ''] = match
    const start = to - (whole.length - 1)
    const width = (whole.length - words.length) / 2
    return state.tr
      .delete(to - (width - 1), to)
      .delete(start, start + width)
      .addMark(start, start + words.length, mark.create())
      .removeStoredMark(mark)
  })
}
