/**
 * The one inline script of every page, allowed by its hash, so its text never changes. It sets the chosen theme and the
 * chosen look of stories before the first paint. After it, it fetches what counts a visit; the page's own code, named on
 * its element, comes with the first sign of a hand, or where the page says it cannot wait (`data-wake`). A press on what
 * needs that code is kept, and done once the page is awake (app.tsx tells); links and forms need none, but where they do
 * more with it (`data-held`) they wait four seconds for it. While a word is put
 * together it does not wake (hydrate.tsx). A browser that never tells of its first paint is taken to have had it a moment
 * after the page has loaded.
 */
// Pure, so that the browser's own build, which never writes it, leaves it out.
export const firstScript = /* @__PURE__ */ `
{
  const root = document.documentElement
  const { dataset } = root
  const read = (key) => {
    try {
      return localStorage.getItem(key) ?? sessionStorage.getItem(key)
    } catch {}
  }
  const theme = read('theme')
  if (theme === 'night' || theme === 'paper') dataset.theme = theme
  if (read('still') === 'yes') dataset.motion = 'still'
  if (read('reading')) dataset.reading = read('reading')
  if (read('newsletter-dismissed')) dataset.prompt = 'dismissed'
  dataset.hush = ''
  const breathe = () => delete dataset.hush

  const named = document.currentScript.dataset
  const { preload, run, tracker } = named
  const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties))
  const load = (src, onerror) => src && add('script', { type: 'module', src, onerror })
  let isWoken = false
  const fetchCode = () => {
    for (const href of preload.split(' ')) if (href) add('link', { rel: 'modulepreload', href })
    for (const src of run.split(' ')) load(src, letGo)
  }
  const wake = () => {
    if (isWoken) return
    isWoken = true
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', fetchCode)
    else fetchCode()
  }
  const hear = (name, act) => addEventListener(name, act, { capture: true, passive: false })
  for (const sign of ['pointerdown', 'keydown', 'focusin', 'scroll', 'click']) hear(sign, wake)
  hear('pointerover', ({ target }) => target.closest?.('a,button,label') && wake())

  const kept = []
  let held
  let isLate = false
  const letGo = () => {
    isLate = true
    held?.click()
    held = null
  }
  const isCommanded = 'commandForElement' in HTMLButtonElement.prototype
  const needing = 'button[type=button]' + (isCommanded ? ':not([commandfor])' : '')
  const keep = (event) => {
    if ('awake' in dataset) return
    const { key, target } = event
    if (!key) {
      const better = target.closest?.('[data-held] [type=submit],a[data-held]')
      if (better && !isLate && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault()
        event.stopPropagation()
        held ??= setTimeout(letGo, 4000) && better
        return
      }
      const pressed = target.closest?.(needing)
      if (!pressed) return
      event.preventDefault()
      event.stopPropagation()
      kept.push(() => pressed.click())
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && !target.closest?.('input,textarea')) {
      kept.push(() => {
        const open = key === 'Escape' && document.querySelector('dialog:modal')
        if (open) open.dispatchEvent(new Event('cancel', { cancelable: true }))
        else target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      })
    }
  }
  hear('click', keep)
  hear('keydown', keep)
  hear('compositionstart', () => (dataset.composing = ''))
  hear('compositionend', () => delete dataset.composing)
  addEventListener('awake', () => {
    dataset.awake = ''
    breathe()
    for (const act of kept) act()
    // Our words tell its faults, not the browser's.
    if (held?.form) held.form.noValidate = true
    letGo()
  })

  const cannotWait = ({ dataset: { wake: on } }) => !on || (on[0] === '?' ? location.search.startsWith(on) : read(on))
  addEventListener('DOMContentLoaded', () => {
    const chosen = dataset.theme && document.querySelector('[name=theme][value=' + dataset.theme + ']')
    if (chosen) chosen.checked = true
    const still = document.querySelector('[name=still]')
    if (still) still.checked = dataset.motion === 'still'
    const prompt = document.querySelector('.prompt')
    const form = document.querySelector('[data-asks]')
    if (!prompt || !form) return
    const watch = new IntersectionObserver(([{ isIntersecting }]) => prompt.toggleAttribute('data-aside', isIntersecting))
    watch.observe(form)
    addEventListener('awake', () => watch.disconnect())
  })
  let isPainted = false
  const afterPaint = () => {
    if (isPainted) return
    isPainted = true
    if ('eager' in named || [...document.querySelectorAll('[data-wake]')].some(cannotWait)) wake()
    if ('requestIdleCallback' in window) requestIdleCallback(() => load(tracker), { timeout: 2000 })
    else load(tracker)
    setTimeout(breathe, 5000)
  }
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName('first-contentful-paint').length) return
    observer.disconnect()
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', afterPaint)
    else afterPaint()
  }).observe({ type: 'paint', buffered: true })
  addEventListener('load', () => setTimeout(afterPaint, 2000))
}
`.replace(/\n\s*/g, '\n')
