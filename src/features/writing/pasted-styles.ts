import { attributeOf, styleOf, styleSheetsOf } from './pasted-document.ts'

/** What a style says of the words in it, as far as that stays or decides what stays. */
export type Look = {
  classes: readonly string[]
  isItalic?: boolean
  isBold?: boolean
  isHidden?: boolean
  isBlock?: boolean
  keepsSpaces?: boolean
  /** had a font, a size or a colour of its own */
  isDressed?: boolean
  /** by property */
  word?: Record<string, string>
}

type Said = Omit<Look, 'classes'>

const dress = new Set(['font', 'font-family', 'font-size', 'color', 'background', 'background-color'])

/** What only Word says: what a paragraph is, and what stands there for programs that know less. */
const wordProperties = new Set([
  'mso-element',
  'mso-endnote-id',
  'mso-footnote-id',
  'mso-hide',
  'mso-list',
  'mso-outline-level',
  'mso-spacerun',
  'mso-special-character',
  'mso-tab-count',
])

const weights = new Map([
  ['normal', 400],
  ['lighter', 400],
  ['bold', 700],
  ['bolder', 700],
])

/** Elements are dressed alike by the thousand: each dress is looked at once. */
export function createLooks(document: Document): (element: Element) => Look {
  const rules = new Map<string, Said>()
  for (const sheet of styleSheetsOf(document)) readRules(sheet, rules)
  const looks = new Map<string, Look>()
  return (element) => {
    const name = element.localName
    const className = attributeOf(element, 'class') ?? ''
    const style = styleOf(element)
    const key = `${name}\n${className}\n${style}`
    const look = looks.get(key) ?? readLook(name, className, style, rules)
    looks.set(key, look)
    return look
  }
}

/** By its own `style`, and by the document's rules for classes and for plain elements. */
function readLook(name: string, className: string, style: string, rules: Map<string, Said>): Look {
  const classes = className.split(/\s/).filter((token) => token !== '')
  const look: Look = { classes, ...rules.get(name) }
  for (const token of classes) add(add(look, rules.get(`.${token}`)), rules.get(`${name}.${token}`))
  return add(look, readStyle(style))
}

function add<Into extends Said>(look: Into, more: Said | undefined): Into {
  return Object.assign(look, more, more?.word && look.word ? { word: { ...look.word, ...more.word } } : {})
}

/** Only `p`, `.class` and `p.class`: no program that writes to a clipboard says more. */
const selector = /^[a-z][a-z0-9]*$|^[a-z0-9]*\.[\w-]+$/i

function readRules(css: string, rules: Map<string, Said>) {
  for (const rule of withoutComments(css).split('}')) {
    const from = rule.indexOf('{')
    // What begins with @ is for pages and printers.
    if (from < 0 || rule.includes('@')) continue
    const said = readStyle(rule.slice(from + 1))
    for (const part of rule.slice(0, from).split(',')) {
      const [name = '', token] = part.trim().split('.')
      if (!selector.test(part.trim())) continue
      const key = token === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${token}`
      rules.set(key, add({ ...rules.get(key) }, said))
    }
  }
}

function withoutComments(css: string): string {
  const kept: string[] = []
  for (const [index, part] of css.replaceAll('<!--', '').replaceAll('-->', '').split('/*').entries()) {
    if (index === 0) kept.push(part)
    else if (part.includes('*/')) kept.push(part.slice(part.indexOf('*/') + 2))
  }
  return kept.join(' ')
}

function readStyle(css: string): Said {
  const look: Said = {}
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
      .toLowerCase()
    if (dress.has(name)) look.isDressed = true
    if (wordProperties.has(name)) look.word = { ...look.word, [name]: value }
    else readDeclaration(look, name, value)
  }
  return look
}

function readDeclaration(look: Said, name: string, value: string) {
  if (name === 'font-style') {
    if (value === 'normal') look.isItalic = false
    else if (/^(italic|oblique)/.test(value)) look.isItalic = true
  } else if (name === 'font-weight') {
    const weight = weights.get(value) ?? Number.parseInt(value, 10)
    if (!Number.isNaN(weight)) look.isBold = weight >= 600
  } else if (name === 'font') {
    // The short form would undo what it does not mention. An italic too many is seen; one that was lost is not.
    const words = value.split(/\s/).slice(0, 4)
    if (words.includes('italic') || words.includes('oblique')) look.isItalic = true
    if (words.includes('bold')) look.isBold = true
  } else if (name === 'display') {
    if (value === 'none') look.isHidden = true
    if (value === 'block') look.isBlock = true
  } else if (name === 'visibility') {
    if (value === 'hidden' || value === 'collapse') look.isHidden = true
  } else if (name === 'white-space') {
    look.keepsSpaces = value.startsWith('pre') || value === 'break-spaces'
  }
}
