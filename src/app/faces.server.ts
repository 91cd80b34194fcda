import { openAllFaces } from '#art/outline.ts'

// In the code itself: whatever becomes of the folder it was built in, the letters are there.
const files = import.meta.glob<string>('/.generated/lettering/*.ttf', {
  query: '?inline',
  import: 'default',
  eager: true,
})

/** Every face there is, opened once. A megabyte or two: loaded by whoever letters something, when it does. */
export const lettered = openAllFaces((name) => {
  const dataUrl = files[`/.generated/lettering/${name}.ttf`]
  if (!dataUrl) throw new Error(`the face ${name} was not cut`)
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
})
