import card from '/.generated/art/card.png?inline'
import ico from '/.generated/art/favicon.ico?inline'
import svg from '/.generated/art/favicon.svg?inline'
import apple from '/.generated/art/icon-180.png?inline'
import small from '/.generated/art/icon-192.png?inline'
import large from '/.generated/art/icon-512.png?inline'

/** What was drawn with the build, and says nobody's name: it stands in for what is still being drawn. */
export const standIns = {
  card: bytesOf(card),
  icons: new Map([
    ['svg', bytesOf(svg)],
    ['ico', bytesOf(ico)],
    ['180.png', bytesOf(apple)],
    ['192.png', bytesOf(small)],
    ['512.png', bytesOf(large)],
  ]),
}

function bytesOf(dataUrl: string): Buffer {
  const [head = '', data = ''] = dataUrl.split(/,(.*)/s)
  return head.endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data))
}
