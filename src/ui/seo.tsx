import { excerpt } from '#lib/excerpt.ts'
import { toJsonBlock } from '#lib/json-block.ts'
import { filePaths, paths } from '#lib/paths.ts'
import { type CardPage, shareUrls } from '#lib/share-urls.ts'
import { authorThing } from './author-thing.ts'
import { JsonBlock } from './json-block.tsx'
import { leadsSomewhere, type Site, useSite } from './site.ts'

/** A node of structured data. Its shape is schema.org's business, so only the type is insisted on. */
export type Thing = { '@type': string } & Record<string, unknown>

type Props = {
  title: string
  description: string
  path: string
  /** the page it belongs to, which stands between it and the home page */
  within?: { name: string; path: string }
  /** whose card it is shared with, 1200 by 630 */
  share?: CardPage
  /** path of a card of its own instead, by the edition of the site's cards */
  shareImage?: (cards: string) => string
  type?: 'website' | 'book' | 'profile' | 'article'
  /** this page's own structured data; breadcrumbs come by themselves */
  things?: (site: Site) => Thing[]
  /** when and under which heading it was published, for type 'article' */
  article?: { published: string; modified: string; section?: string; tags?: readonly string[] }
  /** what can be told of it beside the title, for type 'book' */
  book?: { isbns: readonly string[]; released: string | null; tags: readonly string[] }
  isHidden?: boolean
}

/** Everything in <head> that tells a page apart. React hoists it there, on the server and on every navigation. */
export function Seo(props: Props) {
  const {
    title,
    description,
    path,
    within,
    share = 'home',
    shareImage,
    type = 'website',
    things,
    article,
    book,
    isHidden = false,
  } = props
  const site = useSite()
  const { origin, author, cards } = site
  const fullTitle = path === '/' ? title : `${title} | ${author.name}`
  const summary = excerpt(description)
  const address = origin + path
  const image = origin + (shareImage?.(cards) ?? shareUrls.page(cards, share))
  const crumbs = path === '/' ? [] : [breadcrumbs(origin, [...(within ? [within] : []), { name: title, path }])]
  // Whatever a page describes points to its author, so every page says who she is.
  const graph = isHidden ? [] : [...(things?.(site) ?? []), authorThing(site), ...crumbs]
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {isHidden ? <meta name="robots" content="noindex, nofollow" /> : <link rel="canonical" href={address} />}
      {leadsSomewhere(site, paths.blog) && (
        <>
          <link rel="alternate" type="application/rss+xml" title={`${author.name}: Blog`} href={filePaths.rss} />
          <link rel="alternate" type="application/feed+json" title={`${author.name}: Blog`} href={filePaths.jsonFeed} />
        </>
      )}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={summary} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={address} />
      <meta property="og:site_name" content={author.name} />
      <meta property="og:locale" content="en_CA" />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${title}, ${author.name}`} />
      {article && (
        <>
          <meta property="article:published_time" content={article.published} />
          <meta property="article:modified_time" content={article.modified} />
          {article.section && <meta property="article:section" content={article.section} />}
          {article.tags?.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
        </>
      )}
      {book && (
        <>
          <meta property="book:author" content={origin + site.herPage} />
          {book.released && <meta property="book:release_date" content={book.released} />}
          {book.isbns.map((isbn) => (
            <meta key={isbn} property="book:isbn" content={isbn} />
          ))}
          {book.tags.map((tag) => (
            <meta key={tag} property="book:tag" content={tag} />
          ))}
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={summary} />
      <meta name="twitter:image" content={image} />
      {graph.length > 0 && (
        <JsonBlock
          type="application/ld+json"
          json={toJsonBlock({ '@context': 'https://schema.org', '@graph': graph })}
        />
      )}
    </>
  )
}

function breadcrumbs(origin: string, way: readonly { name: string; path: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...way].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  }
}
