/** Not a character of any text: it stands before the names of attributes that the browser would act upon. */
const marker = '\ufdd0'

const styleElement = /<(\/?)style\b/gi
const baseElement = /<base\b/gi
const actingAttribute = /(?<=[\s"'/])(?:style|on[a-z]{1,30})(?=\s*=)/gi

/**
 * The document of a clipboard, apart from the page, where nothing is loaded or run. The page's policy holds there too: it
 * would report every style and every handler, thousands for one chapter out of Word. So a browser sees none of them: styles
 * have another name, and their sheets stand in an element whose content is read as plainly.
 */
export function parseDocument(html: string, parse = parseInBrowser): Document {
  const quiet = html
    .replaceAll(marker, '')
    .replace(styleElement, '<$1noframes')
    .replace(baseElement, '<wbr')
    .replace(actingAttribute, `${marker}$&`)
  return parse(quiet)
}

function parseInBrowser(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

export function styleSheetsOf(document: Document): string[] {
  return [...document.querySelectorAll('noframes')].map(textOf)
}

export function styleOf(element: Element): string {
  return element.getAttribute(`${marker}style`) ?? ''
}

/** The first within whose style says this. */
export function findStyled(element: Element, says: string): Element | null {
  return element.querySelector(`[${marker}style*="${says}" i]`)
}

export function allStyled(element: Element): Element[] {
  return [...element.querySelectorAll(`[${marker}style]`)]
}

/** As it was written: words and addresses may look like attributes. */
export function attributeOf(element: Element, name: string): string | null {
  return element.getAttribute(name)?.replaceAll(marker, '') ?? null
}

export function textOf(node: Node): string {
  return node.textContent?.replaceAll(marker, '') ?? ''
}
