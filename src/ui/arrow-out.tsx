/** The mark of a link that leaves the site. Drawn, because none of the three faces has the sign. */
export function ArrowOut() {
  return (
    <span aria-hidden="true" className="arrow-out">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden with what it stands in */}
      <svg viewBox="0 0 10 10">
        <path d="M1.5 8.5l7-7M3 1.5h5.5V7" />
      </svg>
    </span>
  )
}
