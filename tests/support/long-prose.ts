const sentences = [
  'He came to the side door, because the front one was for company.',
  'He had the casserole dish in both hands, washed, and the foil folded into a square so neat you could have mailed it.',
  '“Thank you for the loan,” he said, though none of us had lent him anything.',
  'My mother took the dish.',
  'It was ours, and had been ours for years, and for years it had been missing.',
  'She found the chip in the rim and put her thumb there, the way you check a child for fever.',
]

/** So many words, in paragraphs of a few sentences, with a break between scenes now and then. */
export function prose(words: number): string {
  const paragraphs: string[] = []
  let count = 0
  for (let at = 0; count < words; at++) {
    const from = (at * 5) % sentences.length
    const paragraph = [...sentences.slice(from), ...sentences].slice(0, 1 + (at % 4)).join(' ')
    if (at % 40 === 39) paragraphs.push('* * *')
    paragraphs.push(paragraph)
    count += paragraph.split(' ').length
  }
  return paragraphs.join('\n\n')
}
