/** A PDF of one empty page, padded to the size that is asked for. */
export function makePdf(size = 2_000): Uint8Array<ArrayBuffer> {
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
  const page = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 450]>>endobj\n'
  const end = '\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  const room = Math.max(0, size - head.length - page.length - end.length)
  return new Uint8Array(Buffer.from(`${head}${page}${`%${' '.repeat(Math.max(0, room - 1))}`.slice(0, room)}${end}`))
}
