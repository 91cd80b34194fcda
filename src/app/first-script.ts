/**
 * The one inline script of every page, allowed by its hash, so its text never changes. It sets the chosen theme and the
 * chosen look of stories before the first paint, and only after that paint fetches the code named on its own element:
 * the words and their faces have the line to themselves. A browser that never tells of its first paint wakes the page a
 * moment after it has loaded.
 */
// Pure, so that the browser's own build, which never writes it, leaves it out.
export const firstScript = /* @__PURE__ */ `
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('theme')
  if (theme === 'night' || theme === 'paper') dataset.theme = theme
  if (localStorage.getItem('still') === 'yes') dataset.motion = 'still'
  const reading = localStorage.getItem('reading')
  if (reading) dataset.reading = reading
} catch {}
{
  const { preload, run } = document.currentScript.dataset
  const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties))
  let isAwake = false
  const wake = () => {
    if (isAwake) return
    isAwake = true
    for (const href of preload.split(' ')) if (href) add('link', { rel: 'modulepreload', href })
    for (const src of run.split(' ')) add('script', { type: 'module', src })
  }
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName('first-contentful-paint').length) return
    observer.disconnect()
    wake()
  }).observe({ type: 'paint', buffered: true })
  addEventListener('load', () => setTimeout(wake, 2000))
}
`.replace(/\n\s*/g, '\n')
