const pattern = /^[a-z0-9][a-z0-9._-]{0,94}\.(epub|pdf)$/

export const fileNameRule = 'A file name holds small letters, digits, dots and hyphens, and ends in .epub or .pdf'

export function isFileName(name: string): boolean {
  return pattern.test(name)
}

export type FileKind = 'EPUB' | 'PDF'

/** What is in a file was compared with its name when it came: from then on the name tells. */
export function kindOf(fileName: string): FileKind {
  return fileName.endsWith('.pdf') ? 'PDF' : 'EPUB'
}
