export type Stop = { at: number; colour: string; opacity?: number }

export type Glow = { x: number; y: number; r: number; squash?: number }

/** Gradient ids are shared by every picture inlined into one page, so callers pass a prefix of their own. */
function stops(list: readonly Stop[]): string {
  return list
    .map(
      ({ at, colour, opacity = 1 }) =>
        `<stop offset="${at}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ''}/>`,
    )
    .join('')
}

export function downward(id: string, list: readonly Stop[]): string {
  return `<linearGradient id="${id}" x2="0" y2="1">${stops(list)}</linearGradient>`
}

export function sideways(id: string, list: readonly Stop[]): string {
  return `<linearGradient id="${id}">${stops(list)}</linearGradient>`
}

export function around(id: string, { x, y, r, squash = 1 }: Glow, list: readonly Stop[]): string {
  const place = `cx="0" cy="0" r="${r}" gradientUnits="userSpaceOnUse" gradientTransform="translate(${x} ${y}) scale(${squash} 1)"`
  return `<radialGradient id="${id}" ${place}>${stops(list)}</radialGradient>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}

export function picture(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${content}</svg>`
}

/** The same picture set inside another one. */
export function inset(svg: string, x: number, y: number, width: number, height: number): string {
  return svg.replace(
    /^<svg ([^>]*?)width="\d+" height="\d+"/,
    `<svg $1x="${x}" y="${y}" width="${width}" height="${height}"`,
  )
}

/** With names of its own for its gradients: two pictures in one would share those of the first. */
export function named(svg: string, prefix: string): string {
  return svg.replace(/\b(id="|url\(#)/g, `$1${prefix}`)
}

/** A picture whose content is seen through the gradient called `fade`. CSS uses it as a mask, so only its alpha counts. */
export function mask(width: number, height: number, gradients: string, content: string): string {
  const veil = `<mask id="veil">${rect(0, 0, width, height, 'url(#fade)')}</mask>`
  return picture(width, height, `<defs>${gradients}${veil}</defs><g mask="url(#veil)">${content}</g>`)
}
