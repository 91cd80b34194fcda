import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { motifNames } from '#art/cover-design.ts'
import { drawProgram } from '#tests/support/draw-program.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { plenty } from '#tests/support/long-run.ts'
import { createDrawing } from './drawing.ts'
import { type CardScene, coverWidths, type DrawingWish, endings } from './drawing-wishes.ts'
import { createLog } from './log.ts'

let bench: string
let program: string
/** One for all that is only drawn: each process takes a second to begin. */
let atWork: ReturnType<typeof createDrawing>
beforeAll(async () => {
  bench = mkdtempSync(join(tmpdir(), 'frontispiece-bench-'))
  program = await drawProgram()
  const jpeg = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#336' } })
    .jpeg()
    .toBuffer()
  atWork = createDrawing({
    folder: join(bench, 'drawn'),
    program,
    priority: 0,
    log: createLog(() => {}),
    now: () => new Date(),
    onDrawn: () => {},
    readImage: async (url) => (url === '/images/one' ? jpeg : null),
  })
})
afterAll(async () => {
  await atWork.stop()
  rmSync(bench, { recursive: true, force: true })
})

type Options = Partial<Parameters<typeof createDrawing>[0]>

function open(options: Options = {}) {
  const folder = join(ownFolder(), 'drawn')
  const logged: string[] = []
  const clock = { time: Date.parse('2026-01-15T12:00:00Z') }
  const now = () => new Date(clock.time)
  const log = createLog((line) => logged.push(line), { now })
  const onDrawn = vi.fn<() => void>()
  const drawing = createDrawing({ folder, program, log, now, onDrawn, priority: 0, ...options })
  onTestFinished(() => drawing.stop())
  return { drawing, folder, logged, clock, log, now, onDrawn }
}

/**
 * Draws nothing and answers at once, but what is called 'Held' only once there is a sign. Whoever is asked what becomes of
 * a process or of a queue needs no picture: a second of work each, and a cover ten.
 */
function openPlain(options: Options = {}) {
  const folder = ownFolder()
  const [file, sign] = [join(folder, 'plain.cjs'), join(folder, 'go')]
  writeFileSync(
    file,
    `const { existsSync } = require('node:fs')
    const endings = ${JSON.stringify(endings)}
    process.on('message', ({ wish }) => {
      if (wish.motif === 'raven') return process.send({ fault: 'there is no raven' })
      const parts = Object.fromEntries(endings[wish.kind].map((ending) => [ending, Buffer.from('<svg>')]))
      const answer = () => process.send({ parts, memory: 1_000_000 })
      if (wish.title !== 'Held') return answer()
      const timer = setInterval(() => {
        if (!existsSync(${JSON.stringify(sign)})) return
        clearInterval(timer)
        answer()
      }, 20)
    })
    process.on('disconnect', () => process.exit())
    process.send({ isReady: true })`,
  )
  const program = file
  return { ...open({ program, longestDrawing: () => 600_000, ...options }), letGo: () => writeFileSync(sign, '') }
}

const design = { motif: 'wave', palette: 'tide', lettering: 'display', seed: 1 }
const words = { title: 'Left Open', series: 'The Lantern Street Books', number: 3, authorName: 'Author Name' }
const cover: DrawingWish = { kind: 'cover', ...words, ...design }
const card: Extract<DrawingWish, { kind: 'card' }> = {
  kind: 'card',
  ...{ title: 'The Quiet Room', line: 'Notes', authorName: 'Author Name', ink: null },
  scene: { postId: 'some-id' },
}
const sketch = (title: string): DrawingWish => ({ kind: 'sketch', ...words, ...design, title })

/** The process that draws, once it has begun. */
function aPid(drawing: { pid: () => number | undefined }): Promise<number> {
  return vi.waitFor(
    () => {
      const pid = drawing.pid()
      if (!pid) throw new Error('nobody draws yet')
      return pid
    },
    { timeout: 60_000, interval: 5 },
  )
}

/** The most memory the process that draws has held so far, in MB. */
async function peakOf(drawing: { pid: () => number | undefined }): Promise<number> {
  const status = readFileSync(`/proc/${await aPid(drawing)}/status`, 'utf8')
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1]) / 1024
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a cover', () => {
  test('is drawn in four widths and three formats, within 300 MB, and found again by the same wish', async () => {
    const { drawing, folder, onDrawn } = open({ mostMemory: Number.POSITIVE_INFINITY })
    const name = await drawing.want(cover)
    for (const motif of motifNames.slice(0, plenty(8, 0))) await drawing.want({ ...cover, motif, seed: 2 })
    const peak = await peakOf(drawing)
    // In a built site the program is the whole of it, which takes 25 MB more than this one.
    expect(peak).toBeGreaterThan(60)
    expect(peak).toBeLessThan(250)
    expect(readdirSync(folder)).toHaveLength(12 * (1 + plenty(8, 0)))
    for (const width of coverWidths) {
      for (const [ending, format] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
        ['jpg', 'jpeg'],
      ]) {
        const bytes = await drawing.get(cover, `${width}.${ending}`)
        const { format: found, width: wide, height } = await sharp(bytes).metadata()
        expect([found, wide, height]).toEqual([format, width, width * 1.5])
      }
    }
    expect(onDrawn).toHaveBeenCalledTimes(1 + plenty(8, 0))
    // Said in another order, it is the same wish; nobody is needed to draw it again.
    const again = open({ folder, program: '/nowhere' })
    expect(await again.drawing.want({ ...design, ...words, kind: 'cover' })).toBe(name)
    expect(await again.drawing.atHand(cover)).toBe(name)
    expect(again.drawing.pid()).toBeUndefined()
  })

  test('is another one for every word and every part of its design', () => {
    const { drawing } = open()
    const others: DrawingWish[] = [
      { ...cover, title: 'Other' },
      { ...cover, series: null },
      { ...cover, number: null },
      { ...cover, authorName: 'Another' },
      { ...cover, motif: 'door' },
      { ...cover, palette: 'bone' },
      { ...cover, lettering: 'sans' },
      { ...cover, seed: 2 },
      { ...cover, kind: 'sketch' },
    ]
    expect(new Set([cover, ...others].map(drawing.nameOf)).size).toBe(10)
  })

  test('keeps no page waiting: it is null until it is there, and then the page is told', async () => {
    const { drawing, onDrawn } = openPlain()
    expect(await drawing.atHand(cover)).toBeNull()
    expect(onDrawn).not.toHaveBeenCalled()
    await expect.poll(() => onDrawn).toHaveBeenCalledTimes(1)
    expect(await drawing.atHand(cover)).toBe(drawing.nameOf(cover))
  })

  test('has no file but its own', async () => {
    const { drawing } = open()
    await expect(drawing.get(cover, '300.avif')).rejects.toMatchObject({ code: 'not_found' })
    await expect(drawing.get(cover, '../../secret')).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a sketch is the same drawing as SVG, and changes no page', async () => {
  const svg = (await atWork.get(sketch('Left Open'), 'svg')).toString()
  expect(svg).toMatch(/^<svg .*<\/svg>$/s)
  const { drawing, onDrawn } = openPlain()
  await drawing.want(sketch('Left Open'))
  expect(onDrawn).not.toHaveBeenCalled()
})

// A second of work each. The rest are drawn with the build, or differ in words that `art/share-card.test.ts` sets.
const titles = [
  ['words no face has a letter of', '沈黙の部屋', '山田'],
  ['an ordinary title', 'The Quiet Room', 'Author Name'],
  ['a title in Czech, as it is spelt there', 'Žluťoučký kůň', 'Božena Němcová'],
] as const

test.each(titles.slice(0, plenty(3, 1)))(
  'the card of a post with %s is a PNG of 1200 by 630, at most 120 kB',
  async (_name, title, authorName) => {
    const bytes = await atWork.get({ ...card, title, authorName }, 'png')
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height, bytes.length <= 120_000]).toEqual(['png', 1200, 630, true])
  },
)

const drawnCoverOnCard = { ...words, ...design, kind: 'drawn' as const }

const scenes: [string, CardScene][] = [
  ['a cover drawn for it', { cover: drawnCoverOnCard }],
  ['a cover of hers', { cover: { kind: 'image', url: '/images/one', colour: '#203040' } }],
  ['a cover that is not there any more', { cover: { kind: 'image', url: '/images/gone', colour: null } }],
  ['her photograph', { photograph: '/images/one', focal: 'top' }],
  ['somebody behind a curtain', { figure: 'door', palette: 'tide' }],
  ['several covers', { covers: [drawnCoverOnCard, { ...drawnCoverOnCard, palette: 'red', title: 'Another' }] }],
  ['no cover at all', { covers: [] }],
  ['a story', { storyArt: '', seed: 'some-id', genre: 'Mystery Thriller' }],
]

test.each(scenes.slice(0, plenty(8, 4)))(
  'a card with %s is a PNG of 1200 by 630, at most 120 kB',
  async (_name, scene) => {
    const bytes = await atWork.get({ ...card, scene }, 'png')
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height, bytes.length <= 120_000]).toEqual(['png', 1200, 630, true])
  },
)

test('icons are a drawing that follows the desktop, an ICO that holds a PNG, and PNGs for home screens', async () => {
  const icons: DrawingWish = { kind: 'icons', letter: 'Ж', night: '#77aaff', paper: '#003388' }
  const svg = (await atWork.get(icons, 'svg')).toString()
  expect(svg).toContain('prefers-color-scheme')
  expect(svg).toContain('#77aaff')
  expect(svg).not.toMatch(/<text|NaN|Infinity/)
  const ico = await atWork.get(icons, 'ico')
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  expect(ico.subarray(ico.readUInt32LE(18) + 1, ico.readUInt32LE(18) + 4).toString()).toBe('PNG')
  for (const size of [180, 192, 512]) {
    const { format, width, height } = await sharp(await atWork.get(icons, `${size}.png`)).metadata()
    expect([format, width, height]).toEqual(['png', size, size])
  }
})

test('the picture of a story is the same for the same seed', async () => {
  const story: DrawingWish = { kind: 'story', seed: 'one', genre: 'Mystery Thriller' }
  const svg = await atWork.get(story, 'svg')
  rmSync(join(bench, 'drawn', `${atWork.nameOf(story)}.svg`))
  expect((await atWork.get(story, 'svg')).equals(svg)).toBe(true)
  expect((await atWork.get({ ...story, seed: 'two' }, 'svg')).equals(svg)).toBe(false)
})

describe('what something plain can stand in for', () => {
  test('is waited for, and handed out when it is there', async () => {
    const { drawing } = openPlain()
    expect((await drawing.soon(sketch('One'), 'svg', 600_000))?.toString()).toBe('<svg>')
  })

  test('is not waited for longer than is allowed, and goes on being drawn', async () => {
    const { drawing, letGo } = openPlain()
    expect(await drawing.soon(sketch('Held'), 'svg', 1)).toBeNull()
    letGo()
    expect((await drawing.soon(sketch('Held'), 'svg', 600_000))?.toString()).toBe('<svg>')
  })

  test('is nothing where it cannot be drawn, and that is said once', async () => {
    const { drawing, logged } = openPlain()
    const impossible: DrawingWish = { ...cover, motif: 'raven' }
    expect(await drawing.soon(impossible, '480.jpg', 600_000)).toBeNull()
    expect(await drawing.soon(impossible, '480.jpg', 600_000)).toBeNull()
    expect(logged).toHaveLength(1)
  })

  test('is nothing while too many wait', async () => {
    const { drawing, logged } = openPlain({ mostWaiting: 0 })
    expect(await drawing.soon(sketch('One'), 'svg', 600_000)).toBeNull()
    expect(logged).toEqual([])
  })
})

test('what came with the program is handed out without being drawn, and never changed', async () => {
  const shipped = ownFolder()
  const nobody = { program: '/nowhere' }
  const { drawing, folder } = open({ ...nobody, shipped })
  writeFileSync(join(shipped, `${drawing.nameOf(sketch('One'))}.svg`), '<svg>')
  expect((await drawing.soon(sketch('One'), 'svg'))?.toString()).toBe('<svg>')
  expect(await drawing.atHand(sketch('One'))).toBe(drawing.nameOf(sketch('One')))
  expect(existsSync(folder)).toBe(false)
})

describe('the process that draws', () => {
  test('dies alone: whoever waited for that drawing is told, and the next one is drawn by another', async () => {
    const { drawing, letGo } = openPlain()
    const first = drawing.want(sketch('Held'))
    const second = drawing.want(sketch('Second'))
    const pid = await aPid(drawing)
    process.kill(pid, 'SIGKILL')
    await expect(first).rejects.toThrow('was ended (SIGKILL)')
    expect(await second).toBe(drawing.nameOf(sketch('Second')))
    expect(drawing.pid()).not.toBe(pid)
    letGo()
    expect(await drawing.want(sketch('Held'))).toBe(drawing.nameOf(sketch('Held')))
  })

  test('is ended and replaced when it hangs', async () => {
    // Only the one that hangs is not waited for: a busy machine may take its time for the others.
    const { drawing } = openPlain({
      longestDrawing: ({ wish }) => ('title' in wish && wish.title === 'Second' ? 1 : 600_000),
    })
    await drawing.want(sketch('First'))
    const pid = await aPid(drawing)
    process.kill(pid, 'SIGSTOP')
    await expect(drawing.want(sketch('Second'))).rejects.toThrow('said nothing')
    expect(isAlive(pid)).toBe(false)
    expect(await drawing.want(sketch('Third'))).toBe(drawing.nameOf(sketch('Third')))
  })

  test('says why it could not draw, and goes on; of the settings of the site it knows nothing', async () => {
    const { drawing } = open()
    await drawing.want(sketch('First'))
    const pid = await aPid(drawing)
    await expect(drawing.want({ ...cover, motif: 'raven' })).rejects.toThrow('there is no raven')
    await drawing.want(sketch('Second'))
    expect(drawing.pid()).toBe(pid)
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment.split('\0').map((line) => line.split('=')[0])).not.toContain('PATH')
  })

  test('that cannot be started fails the drawing, and nothing else', async () => {
    const file = join(bench, 'ends.js')
    writeFileSync(file, 'process.exit(3)')
    const { drawing } = open({ program: file })
    await expect(drawing.want(cover)).rejects.toThrow('was ended (3)')
    await expect(drawing.want(cover)).rejects.toThrow('was ended (3)')
  })

  test('ends when there has been nothing to draw for a while, and comes back', async () => {
    const { drawing } = openPlain({ idleAfter: 1 })
    const first = drawing.want(sketch('First'))
    const pid = await aPid(drawing)
    await first
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(drawing.pid()).toBeUndefined()
    expect(await drawing.want(sketch('Second'))).toBe(drawing.nameOf(sketch('Second')))
  })

  test('is replaced when it holds on to too much memory', async () => {
    const { drawing } = openPlain({ mostMemory: 1 })
    await drawing.want(sketch('First'))
    expect(drawing.pid()).toBeUndefined()
    await drawing.want(sketch('Second'))
  })

  test('is ended by a stop, with what it was doing; after that nothing is drawn', async () => {
    // It says that it can begin, and never that it has drawn anything.
    const file = join(bench, 'silent.js')
    writeFileSync(file, "process.send({ isReady: true }); process.on('message', () => {})")
    const { drawing, logged } = open({ program: file })
    const pending = drawing.want(cover)
    const aside = drawing.atHand(sketch('Beside'))
    const pid = await aPid(drawing)
    const told = expect(pending).rejects.toThrow('was ended')
    await drawing.stop()
    await told
    expect(await aside).toBeNull()
    expect(isAlive(pid)).toBe(false)
    await expect(drawing.want(sketch('Later'))).rejects.toThrow('draws no more')
    expect(drawing.pid()).toBeUndefined()
    expect(logged).toEqual([])
  })
})

describe('when there is too much to draw', () => {
  test('whoever waits is told to come back, and a page shows its board', async () => {
    const { drawing, logged, letGo } = openPlain({ mostWaiting: 2 })
    const waiting = [drawing.want(sketch('Held')), drawing.want(sketch('Two'))]
    await aPid(drawing)
    await expect(drawing.want(sketch('Three'))).rejects.toMatchObject({ code: 'busy' })
    expect(await drawing.atHand(sketch('Three'))).toBeNull()
    letGo()
    await Promise.all(waiting)
    expect(await drawing.want(sketch('Three'))).toBe(drawing.nameOf(sketch('Three')))
    expect(logged).toEqual([])
  })

  test('a cover there was no room for is drawn as soon as there is, though nobody asks again', async () => {
    const { drawing, onDrawn, letGo } = openPlain({ mostWaiting: 1 })
    const first = drawing.want(sketch('Held'))
    await aPid(drawing)
    expect(await drawing.atHand(cover)).toBeNull()
    letGo()
    await first
    await expect.poll(() => onDrawn).toHaveBeenCalledOnce()
    expect(await drawing.atHand(cover)).toBe(drawing.nameOf(cover))
  })

  test('cards that strangers ask for leave room for a sketch', async () => {
    const { drawing, letGo } = openPlain({ mostWaiting: 2 })
    const ask = (title: string) => drawing.soon({ ...card, title }, 'png', 600_000)
    const held = ask('Held')
    await aPid(drawing)
    const refused = await Promise.all([ask('Two'), ask('Three')])
    const hers = drawing.get(sketch('Hers'), 'svg')
    letGo()
    expect((await hers).toString()).toBe('<svg>')
    expect([await held, ...refused].map((png) => png !== null)).toEqual([true, false, false])
  })

  test('what has been drawn is handed out all the same, to any number at once', async () => {
    const { drawing, folder } = openPlain()
    await drawing.want(sketch('One'))
    const again = openPlain({ folder, mostWaiting: 0 })
    const all = await Promise.all(Array.from({ length: 40 }, () => again.drawing.get(sketch('One'), 'svg')))
    expect(all).toHaveLength(40)
  })
})

test('a drawing that fails is said once, and not begun again for a page before ten minutes have passed', async () => {
  const { drawing, logged, clock } = openPlain()
  const impossible: DrawingWish = { ...cover, motif: 'raven' }
  expect(await drawing.atHand(impossible)).toBeNull()
  await expect.poll(() => logged).toHaveLength(1)
  expect(logged[0]).toContain('there is no raven')
  expect(await drawing.atHand(impossible)).toBeNull()
  await drawing.want(sketch('Meanwhile'))
  expect(logged).toHaveLength(1)
  clock.time += 600_000
  expect(await drawing.atHand(impossible)).toBeNull()
  await expect.poll(() => logged).toHaveLength(2)
})
