/** A picture that was taken in: where it stands from now on, and how large the largest of its sizes is. */
export type Picture = { url: string; width: number; height: number }

/** Every picture is kept in these widths, never larger than it came: `/images/{id}/{width}.webp` and `.jpg`. */
export const pictureWidths = [480, 960, 1600] as const
/** What stands at `/images/{id}` itself. */
export const usualWidth = 960

export const largestPicture = 15 * 1024 * 1024
export const mostPixels = 24_000_000
