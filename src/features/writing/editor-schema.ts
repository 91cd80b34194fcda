import { type DOMOutputSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { isAllowedLink, ownPicture } from './prose.ts'

/** Which piece of the saved source a block was read from; null for what is new. Never part of the page. */
const piece = { piece: { default: null } }

function block(spec: NodeSpec, tag: string): NodeSpec {
  const toDOM = (): DOMOutputSpec => [tag, 0]
  return { group: 'block', attrs: piece, parseDOM: [{ tag }], toDOM, ...spec }
}

/**
 * What the editor holds: the tree of contract.ts as ProseMirror wants it. Only what the editor itself shows is ever read
 * back from a page; words from elsewhere come through arrival.ts.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block({ content: 'inline*', whitespace: 'pre' }, 'p'),
    heading: {
      group: 'block',
      content: 'inline*',
      whitespace: 'pre',
      defining: true,
      attrs: { ...piece, level: { default: 2 } },
      parseDOM: [2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    quote: block({ content: 'block+', defining: true }, 'blockquote'),
    bullet_list: block({ content: 'list_item+' }, 'ul'),
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { ...piece, start: { default: 1 } },
      parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ start: (list as HTMLOListElement).start }) }],
      toDOM: ({ attrs }) => ['ol', attrs.start === 1 ? {} : { start: attrs.start }, 0],
    },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    scene_break: block({ content: '', toDOM: () => ['hr'] }, 'hr'),
    picture: {
      group: 'block',
      attrs: { ...piece, src: {}, alt: { default: '' }, caption: { default: '' } },
      draggable: true,
      parseDOM: [
        {
          tag: 'figure[data-src]',
          getAttrs: ({ dataset: { src = '', alt, caption } }) => ownPicture.test(src) && { src, alt, caption },
        },
      ],
      toDOM: ({ attrs: { src, alt, caption } }) => [
        'figure',
        { 'data-src': src, 'data-alt': alt, 'data-caption': caption },
        ['img', { src, alt }],
        ['figcaption', caption],
      ],
    },
    line_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      leafText: () => '\n',
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link) => {
            const href = link.getAttribute('href') ?? ''
            return isAllowedLink(href) && { href }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, title: attrs.href, rel: 'noopener' }, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  },
})
