import { describe, expect, test } from 'vitest'
import { titlesIn } from './import-list.ts'

const told = (text: string) => titlesIn(text).map(({ title, series, seriesOrder }) => [title, series, seriesOrder])

describe('a list of titles', () => {
  test('is one a line, without its bullets and numbers', () => {
    expect(told('1. Ebb\n2) Flow\n\n- Slack\n• Neap\n  1984  \n')).toEqual([
      ['Ebb', '', null],
      ['Flow', '', null],
      ['Slack', '', null],
      ['Neap', '', null],
      ['1984', '', null],
    ])
  })

  test.each([
    ['Ebb (The Harbour Books, #2)', ['Ebb', 'The Harbour Books', 2]],
    ['Ebb (The Harbour Books #1.5)', ['Ebb', 'The Harbour Books', 1.5]],
    ['Ebb (The Harbour Books, Book 3)', ['Ebb', 'The Harbour Books', 3]],
    ['Ebb (The Harbour Books #12)', ['Ebb', 'The Harbour Books', 12]],
    ['Ebb (a novella)', ['Ebb (a novella)', '', null]],
    ['Ebb (A #1 Bestseller, Book 2)', ['Ebb (A #1 Bestseller, Book 2)', '', null]],
    ['Title, Unknown', ['Title, Unknown', '', null]],
    ['\ufeffEbb', ['Ebb', '', null]],
    ['Ebb, Flow; and the Moon', ['Ebb, Flow; and the Moon', '', null]],
  ])('%s is understood', (line, expected) => {
    expect(told(line)).toEqual([expected])
  })

  test('says of a link in the place of a title that it is none', () => {
    expect(titlesIn('https://kobo.example/ebb')).toMatchObject([
      { faults: ['That is a link and no title: it is left out.'] },
    ])
    expect(titlesIn('https: A Love Story')[0]?.faults).toEqual([])
  })

  test('says what was too long for a book, and takes the rest', () => {
    expect(titlesIn('x'.repeat(201))).toMatchObject([
      { title: 'x'.repeat(200), faults: ['The title is longer than 200 letters: the rest of it is left out.'] },
    ])
    expect(titlesIn('x'.repeat(200))[0]?.faults).toEqual([])
  })
})

describe('a table', () => {
  test.each([',', ';', '\t'])('with names above its columns is read by them (%j)', (mark) => {
    const row = (...cells: string[]) => cells.join(mark)
    const table = [
      row('Series', 'Title', 'No.', 'Release date', 'Link', 'Shop', 'ISBN', 'Colour'),
      row(
        'Tides',
        '"Ebb, or ""Flow"""',
        '2',
        '1 November 2025',
        'https://kobo.example/ebb',
        'Kobo',
        '9780306406157',
        'blue',
      ),
    ].join('\r\n')
    expect(titlesIn(`\ufeff${table}`)).toEqual([
      {
        title: 'Ebb, or "Flow"',
        series: 'Tides',
        seriesOrder: 2,
        caption: '',
        publicationDate: '2025-11-01',
        shops: [{ name: 'Kobo', url: 'https://kobo.example/ebb' }],
        isbn: '9780306406157',
        faults: [],
      },
    ])
  })

  test('says of each cell what it cannot read, and takes the rest', () => {
    const [book] = titlesIn('Title,Number,Date,Link\nEbb,two,31/02/2025,kobo.com')
    expect(book).toMatchObject({ title: 'Ebb', seriesOrder: null, publicationDate: null, shops: [] })
    expect(book?.faults).toEqual([
      expect.stringContaining('“two” is no number'),
      expect.stringContaining('“31/02/2025” is no date'),
      expect.stringContaining('“kobo.com” is no link'),
    ])
  })

  test('of a year alone it makes no day, and says so', () => {
    expect(titlesIn('Title,Year\nEbb,2019')[0]?.faults).toEqual([
      expect.stringContaining('“2019” is a year without its day'),
    ])
  })

  test.each(['https://<link>', 'https://', 'http://kobo.example', 'https://two words'])('%s is no link', (link) => {
    const [book] = titlesIn(`Title\tLink\nEbb\t${link}`)
    expect([book?.shops, book?.faults]).toEqual([[], [expect.stringContaining(`“${link}” is no link`)]])
  })

  test.each([
    ['2025-11-01', '2025-11-01'],
    ['1 November 2025', '2025-11-01'],
    ['Nov 1 2025', '2025-11-01'],
    ['2019', null],
    ['2025-02-30', null],
    ['01/02/2025', null],
    ['soon', null],
  ])('the date %s is %s', (date, day) => {
    expect(titlesIn(`Title\tDate\nEbb\t${date}`)[0]?.publicationDate).toBe(day)
  })
})
