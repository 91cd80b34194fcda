import { deflateRawSync } from 'node:zlib'
import { makeZip } from './epub.ts'

const spaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const kinds = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** A run of words, with its properties: `run('so', '<w:i/>')`. */
export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A paragraph of that style, whose name is in `styles.xml`. */
export const paragraph = (inside: string, style = '', properties = '') =>
  `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}${properties}</w:pPr>${inside}</w:p>`

export const item = (text: string, level: number) =>
  paragraph(run(text), '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)

const style = (type: string, id: string, name: string, inside = '') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${inside}</w:style>`

const styles = [
  style('paragraph', 'Normal', 'Normal'),
  style('paragraph', 'Title', 'Title'),
  style('paragraph', 'Heading1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr>'),
  style('paragraph', 'Chapter', 'Her Chapter', '<w:basedOn w:val="Heading1"/>'),
  style('paragraph', 'Quote', 'Quote', '<w:rPr><w:i/></w:rPr>'),
  style('character', 'Thought', 'Thought', '<w:rPr><w:i/></w:rPr>'),
  style('character', 'Shout', 'Shout', '<w:basedOn w:val="Thought"/><w:rPr><w:b/><w:i w:val="0"/></w:rPr>'),
].join('')

const level = (index: number) => `<w:lvl w:ilvl="${index}"><w:numFmt w:val="bullet"/></w:lvl>`

/** A Word file with this in its body, packed as Word packs. */
export function makeDocx(body: string): Uint8Array<ArrayBuffer> {
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${kinds}.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${relations}/numbering" Target="numbering.xml"/><Relationship Id="rId3" Type="${relations}/comments" Target="comments.xml"/><Relationship Id="rId4" Type="${relations}/hyperlink" Target="https://cafe.example/menu" TargetMode="External"/></Relationships>`,
    'word/styles.xml': `<w:styles ${spaces}>${styles}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${spaces}><w:abstractNum w:abstractNumId="0">${level(0)}${level(1)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/comments.xml': `<w:comments ${spaces}><w:comment w:id="0" w:author="Ines"><w:p><w:r><w:t>A card or a letter?</w:t></w:r></w:p></w:comment></w:comments>`,
    'word/document.xml': `<w:document ${spaces}><w:body>${body}</w:body></w:document>`,
  }
  return makeZip(
    Object.entries(files).map(([name, text]) => {
      const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
      return { name, bytes: deflateRawSync(bytes), method: 8, unpacked: bytes.length }
    }),
  )
}
