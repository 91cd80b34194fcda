import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openParcel, type Parcel, readPiece } from '#features/imports/parcel.server.ts'
import { readProse } from '#features/writing/prose.ts'
import { CannotDo } from '#server/cannot-start.ts'
import { holdFolder } from '#server/data-folder.ts'
import { postgresUrl } from './support/database.ts'
import { evil } from './support/hostile-clipboards.ts'
import {
  aPicture,
  fileOf,
  ghostExport,
  openNewSite,
  substackExport,
  wordPressExport,
  zipOf,
} from './support/old-sites.ts'

const blocks = `<!-- wp:paragraph -->
<p>The tide <em>never</em> asks, <a href="http://old.example/2019/05/second/#end">they said</a>.</p>
<!-- /wp:paragraph -->
<!-- wp:heading {"level":3} --><h3>At <strong>noon</strong></h3><!-- /wp:heading -->
<!-- wp:separator --><hr class="wp-block-separator"/><!-- /wp:separator -->
<!-- wp:image {"id":90} --><figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/2019/05/quay-300x200.jpg" alt="The quay"/><figcaption>Before the storm</figcaption></figure><!-- /wp:image -->
<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abc"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=abc
</div></figure><!-- /wp:embed -->
<!-- wp:paragraph --><p>[contact-form-7 id="5" title="Write"]</p><!-- /wp:paragraph -->`

const classic = `The first line,
and a verse below it.

A <b>second</b> paragraph [sic] with an <a href="/2019/05/harbour/">older one</a>.

[caption id="attachment_91" width="300"]<img src="https://old.example/wp-content/uploads/2019/05/gone.jpg" alt="Gone" /> A caption[/caption]

https://vimeo.com/123

<blockquote>They said
so.</blockquote>`

const wordPress = wordPressExport([
  {
    id: 11,
    title: 'The Harbour &amp; the &#8220;Quay&#8221;',
    slug: 'harbour',
    content: blocks,
    excerpt: 'What the <em>tide</em> left.',
    terms: [
      ['category', 'uncategorized', 'Uncategorized'],
      ['category', 'sea', 'The Sea'],
      ['post_tag', 'tides', 'tides'],
      ['post_tag', 'storms', 'storms'],
    ],
    meta: { _thumbnail_id: '90', _wp_old_slug: 'the-old-harbour', _edit_last: '1' },
    comments: 2,
  },
  { id: 12, title: 'Second', slug: 'second', content: classic },
  { id: 13, title: 'To come', slug: 'to-come', status: 'future', date: '2099-01-02 03:04:05', content: 'Soon.' },
  { id: 14, title: 'Unfinished', slug: '', status: 'draft', date: '0000-00-00 00:00:00', content: 'Not yet.' },
  { id: 15, title: 'Diary', status: 'private', content: 'For me alone.' },
  { id: 16, title: 'Locked', password: 'x', content: 'Behind a password.' },
  { id: 17, title: 'About', type: 'page', link: 'https://old.example/about/', content: 'Who I am.' },
  { id: 18, title: 'Thrown away', status: 'trash', content: 'Gone.' },
  { id: 19, title: 'Nothing', content: '<!-- wp:paragraph --><p></p><!-- /wp:paragraph -->' },
  { id: 20, title: 'Menu', type: 'nav_menu_item' },
  { id: 90, type: 'attachment', status: 'inherit', url: 'https://old.example/wp-content/uploads/2019/05/quay.jpg' },
])

describe('a blog of WordPress', () => {
  test('comes with its dates, its words and its pictures, and is read as every post is', async () => {
    const { bring, posts, page, request } = await openNewSite()
    const zip = zipOf({ 'export.xml': wordPress, 'wp-content/uploads/2019/05/quay.jpg': await aPicture() })
    const said = await bring(fileOf('anything.bin', zip))
    expect(said).toContain('Brought: 7 posts (2 published, 1 scheduled, 4 as drafts).')
    const all = await posts()
    expect(all.find(({ slug }) => slug === 'harbour')).toMatchObject({
      title: 'The Harbour & the “Quay”',
      state: 'published',
      publishedDate: '2019-05-04T08:30:00.000Z',
      excerpt: 'What the tide left.',
      category: 'The Sea',
      tags: ['tides', 'storms'],
      coverImage: expect.stringMatching(/^\/images\//),
      format: 'prose',
    })
    const harbour = await page('harbour')
    expect(harbour).toContain('The tide <em>never</em> asks, <a href="/blog/second#end"')
    expect(harbour).toMatch(/<h3[^>]*>At <strong>noon<\/strong><\/h3>/)
    expect(harbour).toContain('<hr')
    expect(harbour).toContain('alt="The quay"')
    expect(harbour).toContain('Before the storm')
    expect(harbour).toContain('href="https://www.youtube.com/watch?v=abc"')
    expect(harbour).not.toContain('contact-form-7')
    const [, src = ''] = harbour.match(/src="(\/images\/[\w-]+[^"]*)"/) ?? []
    expect((await request(src)).headers.get('content-type')).toMatch(/^image\//)
  })

  test('that was written in lines keeps its paragraphs, verses and captions', async () => {
    const { bring, posts } = await openNewSite()
    await bring(fileOf('export.xml', wordPress))
    const [second] = (await posts()).filter(({ slug }) => slug === 'second')
    expect(second?.content).toBe(
      [
        'The first line,\nand a verse below it.',
        'A **second** paragraph [sic] with an [older one](/blog/harbour).',
        '[Picture: Gone](https://old.example/wp-content/uploads/2019/05/gone.jpg)',
        'A caption',
        '[https://vimeo.com/123](https://vimeo.com/123)',
        '> They said\n> so.',
      ].join('\n\n'),
    )
  })

  test('shows nobody what was not public there, and leaves nothing out without saying so', async () => {
    const { bring, posts, request } = await openNewSite()
    const said = await bring(fileOf('export.xml', wordPress))
    const states = Object.fromEntries((await posts()).map(({ title, state }) => [title, state]))
    expect(states).toMatchObject({
      'To come': 'scheduled',
      Unfinished: 'draft',
      Diary: 'draft',
      Locked: 'draft',
      About: 'draft',
    })
    expect((await (await request('/api/blog')).json()).map(({ title }: { title: string }) => title)).toHaveLength(2)
    expect(said).toContain('A draft, since it was private: “Diary”.')
    expect(said).toContain('A draft, since it was behind a password: “Locked”.')
    expect(said).toContain('A draft, since it was a page, and not a post: “About”.')
    expect(said).toContain('Left out: “Nothing”, because it has no words.')
    expect(said).toContain('1 of the kind “nav_menu_item”')
    expect(said).toContain('since pages here have none: 2.')
    expect(said).toContain('1 × sign [contact-form-7]')
    expect(said).toContain('1 × embedded page, now a link')
  })

  test('is found at its old addresses', async () => {
    const { bring, ask } = await openNewSite()
    await bring(fileOf('export.xml', wordPress))
    expect(await ask('/2019/05/harbour/')).toBe('308 /blog/harbour')
    expect(await ask('/2019/05/harbour')).toBe('308 /blog/harbour')
    expect(await ask('/2019/05/the-old-harbour/?utm_source=letter')).toBe('308 /blog/harbour?utm_source=letter')
    expect(await ask('/?p=11')).toBe('308 /blog/harbour')
    expect(await ask('/?page_id=11&x=1')).toBe('308 /blog/harbour')
    expect(await ask('/?p=15')).toBe('200')
    expect(await ask('/2019/05/post-15/')).toBe('404')
    expect(await ask('/2099/01/to-come/')).toBe('404')
    expect(await ask('/?p=99')).toBe('200')
  })

  test('whose pictures lie in a folder beside the file has them, and what is elsewhere is never fetched', async () => {
    const { bring, page } = await openNewSite()
    const file = fileOf('export.xml', wordPress)
    fileOf('../wp-content/uploads/2019/05/quay-scaled.jpg', await aPicture(), file)
    // Another picture of the same name.
    fileOf('../wp-content/uploads/2020/01/gone.jpg', await aPicture(), file)
    const said = await bring(file)
    expect(said).toContain('Pictures: 1 brought.')
    expect(said).toContain('Pictures that are not in this file: 1.')
    expect(said).toContain('  in “Second”:\n    https://old.example/wp-content/uploads/2019/05/gone.jpg')
    expect(await page('harbour')).toContain('alt="The quay"')
  })

  test('that is brought twice is there once', async () => {
    const { bring, posts, request } = await openNewSite()
    const file = fileOf('export.xml', wordPress)
    await bring(file)
    const before = await posts()
    const said = await bring(file)
    expect(said).toContain('Brought: nothing new.')
    expect(said).toContain('Already here: 7 posts.')
    expect(await posts()).toEqual(before)
    expect(await (await request('/api/blog')).json()).toHaveLength(2)
  })

  test('gets the pictures that were missing when it is brought once more, but for what she has changed', async () => {
    const { bring, posts, owner, page } = await openNewSite()
    const file = fileOf('export.xml', wordPress)
    await bring(file)
    const second = (await posts()).find(({ slug }) => slug === 'second')
    await owner.put(`/api/blog/${second?.id}`, { ...second, content: 'Mine now.' })
    for (const name of ['quay', 'gone']) fileOf(`../wp-content/uploads/2019/05/${name}.jpg`, await aPicture(), file)
    const said = await bring(file)
    expect(said).toContain('Pictures that were missing are in place now in: “The Harbour & the “Quay””.')
    expect(await page('harbour')).toContain('alt="The quay"')
    expect((await posts()).find(({ slug }) => slug === 'second')?.content).toBe('Mine now.')
    expect(await bring(file)).toContain('Already here: 7 posts.')
  })

  test('finds another address where its own is taken, and says so', async () => {
    const { bring, owner, ask } = await openNewSite()
    await owner.post('/api/blog', { title: 'Mine', slug: 'harbour', content: 'Here first.', isPublished: true })
    const said = await bring(fileOf('export.xml', wordPress))
    expect(said).toContain('“The Harbour & the “Quay”” is /blog/harbour-2 here.')
    expect(await ask('/2019/05/harbour/')).toBe('308 /blog/harbour-2')
    expect(await ask('/blog/harbour')).toBe('200')
  })

  test('can be looked at before it comes', async () => {
    const { check, bring, posts } = await openNewSite()
    const zip = fileOf('a.zip', zipOf({ 'a.xml': wordPress, 'uploads/2019/05/quay.jpg': await aPicture() }))
    const said = await check(zip)
    expect(said).toContain('Would come: 7 posts (2 published, 1 scheduled, 4 as drafts).')
    expect(said).toContain('nothing was changed')
    expect(await posts()).toEqual([])
    expect(await bring(zip)).toContain('Brought: 7 posts')
  })

  test('comes in as many files as it was packed in', async () => {
    const { bring } = await openNewSite()
    const parts = [1, 2].map((id) => wordPressExport([{ id, title: `Part ${id}`, content: 'Words.' }]))
    expect(await bring(fileOf('a.zip', zipOf({ 'a/1.xml': parts[0] ?? '', 'a/2.xml': parts[1] ?? '' })))).toContain(
      'Brought: 2 posts',
    )
  })
})

const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format, detail: 0, version: 1 })
const lexical = (children: unknown[]) => JSON.stringify({ root: { type: 'root', version: 1, children } })

const ghost = ghostExport(
  [
    {
      slug: 'of-today',
      title: 'Of today',
      lexical: lexical([
        {
          type: 'paragraph',
          children: [text('Plain, '), text('slanted', 2), text(' and '), text('both', 3), text('.')],
        },
        { type: 'extended-heading', tag: 'h2', children: [text('Later')] },
        { type: 'extended-quote', children: [text('Said <she>.')] },
        {
          type: 'list',
          listType: 'number',
          start: 3,
          children: [{ type: 'listitem', children: [text('three')] }],
        },
        { type: 'horizontalrule' },
        { type: 'paragraph', children: [{ type: 'link', url: '__GHOST_URL__/of-html/', children: [text('Before')] }] },
        {
          type: 'image',
          src: '__GHOST_URL__/content/images/size/w600/2021/02/lamp.jpg',
          alt: 'A lamp',
          caption: 'Lit',
        },
        { type: 'gallery', images: [{ src: '__GHOST_URL__/content/images/2021/02/lamp.jpg' }] },
        { type: 'bookmark', url: 'https://other.example/a', metadata: { title: 'A page' } },
        { type: 'embed', url: 'https://www.youtube.com/watch?v=abc', metadata: { title: 'A film' } },
        { type: 'codeblock', code: 'let a = 1' },
        { type: 'email', html: '<p>Only by mail.</p>' },
        { type: 'unheard-of', secret: 'x' },
      ]),
      feature_image: '__GHOST_URL__/content/images/2021/02/lamp.jpg',
      custom_excerpt: 'In short.',
    },
    {
      slug: 'of-html',
      title: 'Of HTML',
      html: '<p>Older <b>words</b>.</p><!--kg-card-begin: html--><table><tr><td>a</td><td>b</td></tr></table>',
    },
    {
      slug: 'of-mobiledoc',
      title: 'Of mobiledoc',
      mobiledoc: JSON.stringify({
        version: '0.3.1',
        markups: [['em'], ['a', ['href', 'https://other.example/']]],
        atoms: [['soft-return', '', {}]],
        cards: [
          ['card-markdown', { markdown: 'Some **mark**down.' }],
          ['hr', {}],
        ],
        sections: [
          [
            1,
            'p',
            [
              [0, [0], 1, 'Slanted'],
              [0, [], 0, ' line'],
              [1, [], 0, 0],
              [0, [1], 1, 'linked'],
            ],
          ],
          [10, 1],
          [3, 'ul', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
          [10, 0],
        ],
      }),
    },
    { slug: 'paid', title: 'Paid', visibility: 'paid', html: '<p>For money.</p>' },
    { slug: 'sent', title: 'Sent', status: 'sent', html: '<p>By mail.</p>' },
    {
      slug: 'partly',
      title: 'Partly',
      html: '<p>All.</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>Few.</p><!--kg-gated-block:end-->',
    },
    {
      slug: 'soon',
      title: 'Soon',
      status: 'scheduled',
      published_at: '2099-01-01T00:00:00.000Z',
      html: '<p>Soon.</p>',
    },
    { slug: 'draft', title: 'Draft', status: 'draft', published_at: null, html: '<p>Later.</p>' },
    { slug: 'about', title: 'About', type: 'page', html: '<p>I.</p>' },
  ],
  {
    tags: [
      { id: 't1', name: 'Letters', slug: 'letters', visibility: 'public' },
      { id: 't2', name: '#internal', slug: 'hash-internal', visibility: 'internal' },
      { id: 't3', name: 'Night', slug: 'night', visibility: 'public' },
    ],
    posts_tags: [
      { post_id: '5f0000000000000000000000', tag_id: 't3', sort_order: 2 },
      { post_id: '5f0000000000000000000000', tag_id: 't1', sort_order: 0 },
      { post_id: '5f0000000000000000000000', tag_id: 't2', sort_order: 1 },
    ],
  },
)

describe('a blog of Ghost', () => {
  test('comes whichever of its editors wrote it, with its tags and pictures', async () => {
    const { bring, posts } = await openNewSite()
    const zip = zipOf({
      'old-harbour.ghost.2024-01-01.json': ghost,
      'content/images/2021/02/lamp.jpg': await aPicture(),
      'members.csv': 'id,email,name,subscribed_to_emails\n1,ada@home.example,Ada,true\n',
    })
    const said = await bring(fileOf('ghost.zip', zip))
    const bySlug = Object.fromEntries((await posts()).map((post) => [post.slug, post]))
    expect(bySlug['of-today']).toMatchObject({
      category: 'Letters',
      tags: ['Night'],
      excerpt: 'In short.',
      publishedDate: '2021-02-03T10:00:00.000Z',
      coverImage: expect.stringMatching(/^\/images\//),
    })
    const picture = bySlug['of-today']?.coverImage
    expect(bySlug['of-today']?.content).toBe(
      [
        'Plain, *slanted* and ***both***.',
        '## Later',
        '> Said <she>.',
        '3. three',
        '***',
        '[Before](/blog/of-html)',
        `![A lamp](${picture} "Lit")`,
        `![](${picture})`,
        '[A page](https://other.example/a)',
        '[A film](https://www.youtube.com/watch?v=abc)',
        'let a = 1',
      ].join('\n\n'),
    )
    expect(bySlug['of-html']?.content).toBe('Older **words**.\n\na · b')
    expect(bySlug['of-mobiledoc']?.content).toBe(
      '*Slanted* line\n[linked](https://other.example/)\n\n***\n\n- one\n- two\n\nSome **mark**down.',
    )
    expect(said).toContain('Pictures: 1 brought.')
    expect(said).toContain('People were not brought: members.csv.')
    expect(said).toContain('1 × gallery, now its pictures one after the other')
    expect(said).toContain('1 × table, whose rows are paragraphs now')
  })

  test('shows nobody what was for members, and keeps what is to come for its day', async () => {
    const { bring, posts, request } = await openNewSite()
    const said = await bring(fileOf('ghost.json', ghost))
    const states = Object.fromEntries((await posts()).map(({ slug, state }) => [slug, state]))
    expect(states).toEqual({
      'of-today': 'published',
      'of-html': 'published',
      'of-mobiledoc': 'published',
      paid: 'draft',
      sent: 'draft',
      partly: 'draft',
      soon: 'scheduled',
      draft: 'draft',
      about: 'draft',
    })
    expect(await (await request('/api/blog')).json()).toHaveLength(3)
    expect(said).toContain('A draft, since it was for members only: “Paid”.')
    expect(said).toContain('A draft, since it was partly for members only: “Partly”.')
    expect(said).toContain('A draft, since it was sent by mail and never on a page: “Sent”.')
  })

  test('is found at its old addresses, where no page of this site stands', async () => {
    const { bring, ask } = await openNewSite()
    await bring(fileOf('ghost.json', ghost))
    expect(await ask('/of-html/')).toBe('308 /blog/of-html')
    expect(await ask('/Of-HTML')).toBe('308 /blog/of-html')
    expect(await ask('/about')).toBe('200')
    expect(await ask('/paid/')).toBe('404')
  })
})

const anImage = 'https://bucketeer-1.s3.amazonaws.com/public/images/abc-def_800x600.jpeg'

const substack = substackExport(
  [
    {
      id: '101.first-letter',
      title: 'First, letter',
      subtitle: 'On "rain"',
      html: `<p>Dear all,<a class="footnote-anchor" href="#footnote-1">1</a> see <a href="https://ines.substack.com/p/second">this</a> and <a href="https://other.substack.com/p/second">that</a>.</p>
<div class="captioned-image-container"><figure><a class="image-link" href="${anImage}"><img src="https://substackcdn.com/image/fetch/w_1456,c_limit,f_auto/${encodeURIComponent(anImage)}" alt="Rain"></a><figcaption>Rain</figcaption></figure></div>
<div class="subscription-widget-wrap-editor"><div class="subscription-widget"><p>Thanks!</p><form><input type="email"></form></div></div>
<p class="button-wrapper"><a class="button primary" href="https://ines.substack.com/subscribe?"><span>Subscribe</span></a></p>
<div class="embedded-post-wrap" data-attrs="{&quot;url&quot;:&quot;https://other.example/p&quot;,&quot;title&quot;:&quot;A friend&quot;}"></div>
<div class="footnote"><a class="footnote-number" href="#footnote-anchor-1">1</a><div class="footnote-content"><p>Hello.</p></div></div>`,
    },
    { id: '102.second', title: 'Second', html: '<p>Words.</p>' },
    { id: '103.paid', title: 'Paid', audience: 'only_paid', html: '<p>For money.</p>' },
    { id: '104.draft', title: 'Draft', is_published: 'false', post_date: '', html: '<p>Soon.</p>' },
    { id: '105.talk', title: 'Talk', type: 'podcast', podcast_url: 'https://api.substack.com/a.mp3', html: '' },
  ],
  { 'email_list.ines.csv': 'email,active_subscription,created_at\nada@home.example,false,2023-01-01\n' },
)

describe('a newsletter of Substack', () => {
  test('comes without its buttons, and is found where it was', async () => {
    const { bring, posts, ask } = await openNewSite()
    const said = await bring(fileOf('export', substack))
    const bySlug = Object.fromEntries((await posts()).map((post) => [post.slug, post]))
    expect(bySlug['first-letter']).toMatchObject({
      title: 'First, letter',
      excerpt: 'On "rain"',
      publishedDate: '2023-04-05T06:07:08.000Z',
      state: 'published',
    })
    expect(bySlug['first-letter']?.content).toBe(
      [
        'Dear all,[1] see [this](/blog/second) and [that](https://other.substack.com/p/second).',
        `[Picture: Rain](${`https://substackcdn.com/image/fetch/w_1456,c_limit,f_auto/${encodeURIComponent(anImage)}`.replaceAll('_', '\\_')})`,
        'Rain',
        '[A friend](https://other.example/p)',
        '[1] Hello.',
      ].join('\n\n'),
    )
    expect(bySlug.talk?.content).toContain('](https://api.substack.com/a.mp3)')
    expect([bySlug.paid?.state, bySlug.draft?.state]).toEqual(['draft', 'draft'])
    expect(said).toContain('A draft, since it was for subscribers only: “Paid”.')
    expect(said).toContain('People were not brought: email_list.ines.csv.')
    expect(await ask('/p/first-letter')).toBe('308 /blog/first-letter')
    expect(await ask('/p/paid')).toBe('404')
  })
})

describe('a file that is not what it should be', () => {
  test('gets a sentence, and nothing of it comes', async () => {
    const { bring, posts } = await openNewSite()
    const cut = wordPress.slice(0, wordPress.indexOf('Second]]'))
    const laughs = '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    const laughing = wordPressExport([{ id: 1, content: 'x' }], { doctype: laughs }).replace('Old Harbour', '&b;')
    const zip = Buffer.from(zipOf({ 'export.json': ghost }))
    const lie = zipOf({ 'content/images/a.jpg': 'x', '../../escape.json': ghost })
    const files = {
      'nothing.txt': 'Only words.',
      'empty.json': '',
      'cut.xml': cut,
      'laughs.xml': laughing,
      'cut.json': ghost.slice(0, -200),
      'none.json': '{"db":[{"data":{"users":[]}}]}',
      'cut.zip': zip.subarray(0, zip.length - 40),
      'middle.zip': Buffer.concat([zip.subarray(0, 60), Buffer.alloc(200), zip.subarray(260)]),
      'escape.zip': lie,
      'picture.jpg': await aPicture(),
    }
    for (const [name, content] of Object.entries(files)) {
      const fault = await bring(fileOf(name, content)).catch((error) => error)
      expect(fault, name).toBeInstanceOf(CannotDo)
      expect(fault.message, name).toMatch(/^[^\n]{20,400}$/)
    }
    expect(await bring('/nowhere/at.all').catch((error) => error)).toBeInstanceOf(CannotDo)
    expect(await posts()).toEqual([])
  })

  test('and a fault in the middle leave nothing half', async () => {
    const { bring, posts, db } = await openNewSite()
    const items = Array.from({ length: 30 }, (_, id) => ({ id, title: `Post ${id}`, content: 'Words.' }))
    const whole = wordPressExport(items)
    const at = whole.lastIndexOf('<wp:status>')
    await expect(bring(fileOf('a.xml', `${whole.slice(0, at)}&broken;${whole.slice(at)}`))).rejects.toThrow(CannotDo)
    // One that only the database can refuse.
    await db.schema.alterTable('posts').renameColumn('excerpt', 'gone').execute()
    await expect(bring(fileOf('a.xml', whole))).rejects.toThrow()
    await db.schema.alterTable('posts').renameColumn('gone', 'excerpt').execute()
    expect(await posts()).toEqual([])
    expect(await db.selectFrom('imported').selectAll().execute()).toEqual([])
    expect(await bring(fileOf('a.xml', whole))).toContain('Brought: 30 posts')
  })

  test('and what is hostile in a text do nothing on a page', async () => {
    const { bring, page, posts } = await openNewSite()
    const contents = [...evil, `${'<p>'.repeat(2_000)}deep`, '<ul><li>'.repeat(500)]
    await bring(
      fileOf(
        'a.xml',
        wordPressExport(contents.map((content, id) => ({ id: id + 1, slug: `evil-${id}`, content: `a ${content}` }))),
      ),
    )
    const all = await posts()
    expect(all.length).toBeGreaterThan(20)
    const found = JSON.stringify(all.map(({ content }) => readProse(content)))
    for (const [, href = ''] of found.matchAll(/"href":"([^"]*)"/g))
      expect(href).toMatch(/^(https:|mailto:|\/(?![/\\]))/)
    expect(found).not.toContain('"figure"')
    expect(await page('evil-0')).toContain('<p>a')
  })

  test('and a picture that is none are named, and the rest comes', async () => {
    const { bring, posts } = await openNewSite()
    const zip = zipOf({
      'a.xml': wordPressExport([
        { id: 1, content: 'Look: <img src="https://old.example/wp-content/uploads/x.jpg" alt="X">' },
      ]),
      'wp-content/uploads/x.jpg': '<svg onload="alert(1)"></svg>',
    })
    const said = await bring(fileOf('a.zip', zip))
    expect(said).toContain('wp-content/uploads/x.jpg: A picture must be a JPEG')
    expect((await posts())[0]?.content).toContain('[Picture: X](https://old.example/wp-content/uploads/x.jpg)')
  })

  test('and a picture that cannot be read are named, and the rest comes', async () => {
    const { bring, posts } = await openNewSite()
    const at = (name: string) => `<img src="https://old.example/wp-content/uploads/${name}" alt="${name}">`
    const zip = zipOf({
      'a.xml': wordPressExport([{ id: 1, content: `${at('whole.jpg')} ${at('cut.jpg')}` }]),
      'wp-content/uploads/whole.jpg': await aPicture(),
      'wp-content/uploads/cut.jpg': await aPicture(),
    })
    // No block of packed bytes begins so.
    zip[Buffer.from(zip).indexOf('cut.jpg') + 'cut.jpg'.length] = 0xff
    const said = await bring(fileOf('a.zip', zip))
    expect(said).toContain('wp-content/uploads/cut.jpg: It cannot be read: the file is damaged or cut short.')
    expect(said).toContain('Pictures: 1 brought.')
    expect((await posts())[0]?.content).toContain('[Picture: cut.jpg](https://old.example/wp-content/uploads/cut.jpg)')
  })

  test('and what this user may not read are told from what is damaged, and named', async () => {
    const file = fileOf('export.xml', wordPress)
    const picture = fileOf('../wp-content/uploads/quay.jpg', await aPicture(), file)
    const uploads = dirname(picture)
    for (const place of [dirname(file), dirname(uploads), uploads]) chmodSync(place, 0o755)
    const isRoot = process.geteuid?.() === 0
    const refusal = async () => {
      if (isRoot) process.seteuid?.(65_534)
      const read = async ({ pieces }: Parcel) => {
        for (const piece of pieces) await readPiece(piece, 1_000)
      }
      const told = await openParcel(file)
        .then(read)
        .then(String, ({ message }) => message)
      if (isRoot) process.seteuid?.(0)
      return told
    }
    chmodSync(picture, 0)
    expect(await refusal()).toContain('quay.jpg cannot be read: this user may not read it.')
    for (const [place, mode] of [
      [uploads, 0],
      [uploads, 0o644],
    ] as const) {
      chmodSync(place, mode)
      expect(await refusal()).toContain(` may not read ${uploads}`)
    }
    chmodSync(uploads, 0o755)
  })
})

describe('while the site runs', () => {
  test.runIf(!postgresUrl)('an import into a folder is refused with a sentence, and a check is not', async () => {
    const { bring, check, env } = await openNewSite()
    const letGo = holdFolder(env.dataDir)
    try {
      const file = fileOf('a.json', ghost)
      await expect(bring(file)).rejects.toThrow(/Another Frontispiece is using the data folder/)
      expect(await check(file)).toContain('Would come: 9 posts')
    } finally {
      letGo()
    }
  })

  test.runIf(postgresUrl)('two imports of one file into PostgreSQL bring it once', async () => {
    const { bring, posts } = await openNewSite()
    const file = fileOf('a.json', ghost)
    await Promise.all([bring(file), bring(file)].map((done) => done.catch(() => {})))
    expect(await posts()).toHaveLength(9)
  })
})
