/** What is said in one turn of the event loop, in one message: each costs both sides a turn, however little it says. */
export function gather<Word>(post: (words: readonly Word[]) => void): (word: Word) => void {
  let words: Word[] = []
  return (word) => {
    words.push(word)
    if (words.length > 1) return
    setImmediate(() => {
      const said = words
      words = []
      post(said)
    })
  }
}
