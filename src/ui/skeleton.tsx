/** Placeholder cards with the boxes of the real ones, so nothing moves when they come. */
export function SkeletonCards({ count, label }: { count: number; label: string }) {
  return (
    <div aria-busy="true" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
          key={index}
          data-slot="skeleton-card"
          aria-hidden="true"
          className="skeleton overflow-hidden rounded-paper bg-raised"
        >
          <div className="threads aspect-8/5 opacity-15" />
          <div className="space-y-3 p-5">
            <div className="h-3 w-1/3 bg-line" />
            <div className="h-7 w-2/3 bg-line" />
            <div className="h-4 bg-line" />
            <div className="h-4 w-4/5 bg-line" />
          </div>
        </div>
      ))}
    </div>
  )
}
