/** Where a phone has three dots in a row, two are what an eye tells apart: the third would double what it downloads. */
export function withoutThirdDot(sizes: string): string {
  return `(min-resolution: 2.5dppx) and (max-width: 48rem) calc(${sizes.split(', ').at(-1)} * 0.66), ${sizes}`
}
