/** The mark of a link that leaves the site. Drawn, because none of the three faces has the sign. */
export function ArrowOut() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 10 10"
      className="ml-[0.3em] inline-block size-[0.6em] shrink-0 fill-none stroke-current stroke-[1.4]"
    >
      <path d="M1.5 8.5l7-7M3 1.5h5.5V7" />
    </svg>
  )
}
