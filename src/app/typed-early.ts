type Text = HTMLInputElement | HTMLTextAreaElement
type Field = Text | HTMLSelectElement

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
const isTick = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type)

/** Does to each field again what was done to it. */
const done = new Map<Field, () => void>()

function hold(field: Field) {
  // What was done last is done last again.
  done.delete(field)
  done.set(field, againAt(field))
}

function againAt(field: Field): () => void {
  if (field instanceof HTMLSelectElement) return choose(field, field.value)
  if (isTick(field)) return tick(field, field.checked)
  if (field.type === 'file') return () => tell(field, 'change')
  return type(field, field.value, [field.selectionStart, field.selectionEnd])
}

function tell(field: Field, what: 'input' | 'change') {
  field.dispatchEvent(new Event(what, { bubbles: true }))
}

// React asks whether a value is another than the one it knows of: it hears of what its own setter sets, which stands on
// the element, and of nothing that the element's kind sets.

const type = (field: Text, words: string, stood: [number | null, number | null]) => () => {
  // Where nothing was written over, she may have moved on meanwhile.
  const [start, end] = field.value === words ? [field.selectionStart, field.selectionEnd] : stood
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, words)
  // Some browsers take the caret to whatever field it is set in.
  if (start !== null && field === document.activeElement) field.setSelectionRange(start, end)
  tell(field, 'input')
}

const tick = (field: HTMLInputElement, isTicked: boolean) => () => {
  field.checked = !isTicked
  field.click()
}

const choose = (field: HTMLSelectElement, value: string) => () => {
  field.value = value
  tell(field, 'change')
}

const chosenFirst = ({ options }: HTMLSelectElement) =>
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  )

function isTouched(field: Field) {
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== chosenFirst(field)
  return isTick(field)
    ? field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
    : field.value !== field.defaultValue
}

const onInput = ({ target }: Event) => {
  if (isField(target)) hold(target)
}

/**
 * What is typed, ticked and chosen until React takes the page over, it would undo, or never hear of. It is told of it as if
 * it were done then.
 */
export function keepTyped() {
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) if (isTouched(field)) hold(field)
  document.addEventListener('input', onInput)
  // On the document: before the buttons she pressed meanwhile, which wait at the window (first-script.ts).
  document.addEventListener('awake', tellAll, { once: true })
}

function tellAll() {
  document.removeEventListener('input', onInput)
  for (const again of done.values()) again()
  done.clear()
}
