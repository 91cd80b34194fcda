import { countInWords } from '#desk/words.ts'
import { countWords } from '#lib/word-count.ts'
import { type Arrival, arrivalLine, type Here, readClipboard, readPlainText } from './arrival.ts'
import { readDocxFacts } from './docx.ts'

/** A text that is written in our own format already. */
export type Source = { source: string; hadFrontMatter: boolean }

export type Imported = Arrival | Source

/** The message is for the author, and says what she can do. */
export class FileRefused extends Error {}

/** As a file input takes them. */
export const importedFiles = '.docx,.md,.markdown,.txt'

const largestFile = 15 * 1024 * 1024

/** Reads a file of hers in this browser. It is sent nowhere. */
export async function readFile(file: File, here: Here): Promise<Imported> {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (ending === 'doc') throw new FileRefused('This is a file of an older Word. Save it as .docx first.')
  if (!importedFiles.split(',').includes(`.${ending}`))
    throw new FileRefused('Only .docx, .md and .txt can be imported. Save the text as .docx first.')
  if (file.size === 0) throw new FileRefused('This file is empty. Save the text again and choose the new file.')
  if (file.size > largestFile)
    throw new FileRefused('This file is larger than 15 MB. Take the pictures out and save it under another name.')
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileRefused('This file could not be read. Choose it once more.')
  })
  if (ending === 'docx') return readDocx(bytes, here)
  const text = decode(bytes)
  return ending === 'txt' ? readPlainText(text) : withoutFrontMatter(text)
}

/** What became of it, in a sentence or two for the author. */
export function importLine(imported: Imported): string {
  if ('blocks' in imported) return arrivalLine(imported, 'Imported')
  const words = `Imported ${countInWords(countWords(imported.source), 'word', 'words')}.`
  return imported.hadFrontMatter ? `${words} Left out: the lines between --- at the top.` : words
}

async function readDocx(bytes: ArrayBuffer, here: Here): Promise<Arrival> {
  insistOnDocx(new Uint8Array(bytes))
  // By itself it is larger than the rest of the desk, and needed once in a while.
  const { default: mammoth } = await import('mammoth')
  const facts = await readDocxFacts(bytes).catch(refuseDamaged)
  const { value } = await mammoth
    .convertToHtml(
      { arrayBuffer: bytes },
      {
        styleMap: [...knownStyles, ...facts.styleMap],
        includeEmbeddedStyleMap: false,
        // What an empty paragraph means is decided where all of them are seen.
        ignoreEmptyParagraphs: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch(refuseDamaged)
  const arrival = readClipboard(value, here)
  return { ...arrival, left: { ...arrival.left, comments: facts.comments, deletions: facts.deletions } }
}

/** Deletions and comments are left out without being told to. */
const knownStyles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h3:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
]

const startOfZip = [0x50, 0x4b, 0x03, 0x04]
const startOfOlderFile = [0xd0, 0xcf, 0x11, 0xe0]

function insistOnDocx(bytes: Uint8Array) {
  const startsWith = (start: number[]) => start.every((byte, index) => bytes[index] === byte)
  if (startsWith(startOfZip)) return
  if (!startsWith(startOfOlderFile)) refuseDamaged()
  const isLocked = new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')
  if (isLocked)
    throw new FileRefused('This file has a password. Take it off in Word, save the file and choose it again.')
  throw new FileRefused('This is a file of an older Word. Save it as .docx first.')
}

function refuseDamaged(): never {
  throw new FileRefused('This file is damaged, or not a Word file. Open it in Word and save it again as .docx.')
}

/** UTF-8 or UTF-16 where it says so or can be nothing else; older programs on Windows wrote in their own code. */
function decode(bytes: ArrayBuffer): string {
  const start = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)).join()
  if (start === '255,254') return new TextDecoder('utf-16le').decode(bytes)
  if (start === '254,255') return new TextDecoder('utf-16be').decode(bytes)
  if (new Uint8Array(bytes).includes(0))
    throw new FileRefused('This file holds more than text. Save the text as .docx and choose that.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** What other programs note above the text, between two lines of `---`. */
function withoutFrontMatter(text: string): Source {
  const source = text.replace(/\r\n?/g, '\n')
  const end = source.startsWith('---\n') ? source.indexOf('\n---\n', 3) : -1
  if (end < 0 || source.slice(4, end).includes('\n\n')) return { source, hadFrontMatter: false }
  return { source: source.slice(end + 5).replace(/^\n/, ''), hadFrontMatter: true }
}
