import type { ReactNode } from 'react'
import type { pictureWidths } from '#features/images/contract.ts'
import { paths } from '#lib/paths.ts'
import { ExternalLink } from '#ui/external-link.tsx'
import { Link } from '#ui/link.tsx'
import { leadsSomewhere, useSite } from '#ui/site.ts'
import type { Block, Figure, Inline } from './contract.ts'

/** The words of a post or a page, as she wrote them: blanks, line ends and empty lines are hers. */
export function Prose({ blocks, className = 'prose' }: { blocks: readonly Block[]; className?: string }) {
  return <div className={`${className} writing`}>{setBlocks(blocks)}</div>
}

// Everything is known by its place: what is written does not move.
function setBlocks(blocks: readonly Block[]): ReactNode[] {
  return blocks.map((block, at) => setBlock(block, at))
}

/** One block of prose. In a story each has its own `className`; it is known by its place. */
export function setBlock(block: Block, at: number, className?: string): ReactNode {
  switch (block.type) {
    case 'p': {
      const isBlank = block.children.length === 0
      return (
        <p key={at} className={isBlank ? 'blank' : className}>
          {isBlank ? '\n' : setWords(block.children)}
        </p>
      )
    }
    case 'quote':
      return (
        <blockquote key={at} dir="auto">
          {setBlocks(block.children)}
        </blockquote>
      )
    case 'list': {
      const { start, items } = block
      const List = start === null ? 'ul' : 'ol'
      return (
        // A year at the beginning of a line is a number too, and wants more room than there is beside the words.
        <List key={at} dir="auto" {...(start !== null && { start, 'data-long': start > 99 || undefined })}>
          {items.map(setItem)}
        </List>
      )
    }
    case 'break':
      if (!block.mark) return <hr key={at} />
      return (
        // Her own characters: in a story heard as a break, not as three asterisks.
        <p key={at} role={className && 'separator'} className={className}>
          {block.mark}
        </p>
      )
    case 'figure':
      return <Picture key={at} {...block} />
    default: {
      const Heading = block.type
      return <Heading key={at}>{setWords(block.children)}</Heading>
    }
  }
}

/** A paragraph that is the only one of its item needs no element of its own. */
function setItem(blocks: readonly Block[], at: number): ReactNode {
  const isTight = blocks.filter(({ type }) => type === 'p').length === 1
  return (
    <li key={at}>
      {blocks.map((block, place) =>
        isTight && block.type === 'p' ? setWords(block.children) : setBlock(block, place),
      )}
    </li>
  )
}

function setWords(inlines: readonly Inline[]): ReactNode[] {
  return inlines.map(setInline)
}

function setInline(inline: Inline, at: number): ReactNode {
  if (typeof inline === 'string') return inline
  const words = setWords(inline.children)
  if (inline.type === 'link') {
    return (
      <ProseLink key={at} href={inline.href}>
        {words}
      </ProseLink>
    )
  }
  const Mark = inline.type
  return <Mark key={at}>{words}</Mark>
}

const pages: readonly unknown[] = Object.values(paths)

function isPage(href: string): boolean {
  const [path = ''] = href.split(/[?#]/, 1)
  return (
    pages.includes(path) ||
    [paths.post(''), paths.story(''), paths.book(''), paths.arcOf('')].some((start) => path.startsWith(start))
  )
}

/** A page of the site opens in it, also where she pasted its whole address; its files and redirects are the browser's. */
function ProseLink({ href, children }: { href: string; children: ReactNode }) {
  const site = useSite()
  const { origin } = site
  const isOurs = href.startsWith(`${origin}/`)
  const path = isOurs ? href.slice(origin.length) : href
  const props = { className: 'link', children }
  if (isPage(path)) return leadsSomewhere(site, path) ? <Link href={path} {...props} /> : children
  if (isOurs || !/^https:/i.test(href)) return <a href={href} {...props} />
  return <ExternalLink href={href} {...props} />
}

const widths: typeof pictureWidths = [480, 960, 1600]

/** Sent as large as it is shown. One whose size is not known comes as it is: a choice of widths would shrink it. */
function Picture({ src, alt, caption, width, height }: Figure) {
  const choice = width && {
    srcSet: widths
      .filter((_, at) => (widths[at - 1] ?? 0) < width)
      .map((one) => `${src}/${one}.webp ${Math.min(one, width)}w`)
      .join(', '),
    sizes: '(width >= 48rem) 45rem, 100vw',
    width,
    height,
  }
  return (
    <figure>
      <img src={`${src}/960.webp`} {...(choice || {})} alt={alt} loading="lazy" decoding="async" />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
