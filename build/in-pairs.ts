/** Two at a time, since the smallest server has two cores; no more, since memory holds what is being drawn. */
export async function inPairs<Thing>(things: readonly Thing[], act: (thing: Thing, which: 0 | 1) => Promise<void>) {
  const left = things.values()
  const work = async (which: 0 | 1) => {
    for (const thing of left) await act(thing, which)
  }
  await Promise.all([work(0), work(1)])
}
