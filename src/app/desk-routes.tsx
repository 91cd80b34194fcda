import { cursorFrom } from '#desk/address.ts'
import { numbersFrom, weeklyQuery } from '#features/analytics/queries.ts'
import { ownerPostsQuery } from '#features/blog/owner-queries.ts'
import { ownerBookQuery, ownerBooksQuery, ownerShelvesQuery } from '#features/books/owner-queries.ts'
import { bookLetterQuery, earlierQuery, overviewQuery } from '#features/campaigns/queries.ts'
import { inboxQuery, messageQuery } from '#features/contact/queries.ts'
import {
  bookFilesQuery,
  downloadsStateQuery,
  fileFrom,
  fileQuery,
  freeBookQuery,
  letterByHandQuery,
} from '#features/downloads/owner-queries.ts'
import { firstStepsQuery } from '#features/first-steps/queries.ts'
import { healthQuery, isWholeIn } from '#features/health/queries.ts'
import { guidePageFrom } from '#features/help/contract.ts'
import { guideQuery } from '#features/help/queries.ts'
import { choicesQuery, lettersQuery, writtenQuery } from '#features/letters/queries.ts'
import { providerQuery } from '#features/mailing-provider/queries.ts'
import { letterQuery, outboxQuery } from '#features/outbox/queries.ts'
import { letterStateFrom } from '#features/outbox/states.ts'
import { securityQuery, sessionQuery } from '#features/owner/queries.ts'
import { filtersFrom } from '#features/people/filters.ts'
import { importsQuery, peopleQuery, personQuery } from '#features/people/queries.ts'
import { profileQuery } from '#features/profile/queries.ts'
import { samplesQuery } from '#features/samples/queries.ts'
import { settingsQuery } from '#features/settings/queries.ts'
import { ownerStoriesQuery } from '#features/stories/owner-queries.ts'
import { letterViewsQuery, ownerWordsQuery, pagesQuery, wordsVersionsQuery } from '#features/words/owner-queries.ts'
import { binQuery, unsavedQuery } from '#features/writing/queries.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import { createPageMap, type PageModule, pageFrom } from './page-map.tsx'

const page = pageFrom(import.meta.glob<PageModule>('/src/features/*/admin-*-page.tsx'))

/** Whatever begins with one of these is the owner's, even if there is nothing. */
export const deskFolders = [deskPaths.posts, deskPaths.analytics]

/** The owner's rooms. A program of its own: no reader ever loads a line of it. */
export const deskMap = createPageMap(
  [
    page(deskPaths.signIn, 'owner/admin-sign-in'),
    page(deskPaths.setup, 'owner/admin-setup'),
    page(deskPaths.newAddress, 'settings/admin-new-address'),
    page(deskPaths.welcome, 'profile/admin-welcome', {
      isForOwner: true,
      queries: () => [sessionQuery, profileQuery],
    }),
    page(deskPaths.posts, 'blog/admin-posts', {
      isForOwner: true,
      queries: () => [sessionQuery, ownerPostsQuery, unsavedQuery('post'), binQuery, firstStepsQuery],
    }),
    page(deskPaths.stories, 'stories/admin-stories', {
      isForOwner: true,
      queries: () => [sessionQuery, ownerStoriesQuery, unsavedQuery('story'), binQuery],
    }),
    page(deskPaths.books, 'books/admin-books', {
      isForOwner: true,
      queries: () => [sessionQuery, ownerBooksQuery, ownerShelvesQuery, unsavedQuery('book'), binQuery],
    }),
    page(deskPaths.newBook, 'books/admin-new-book', {
      isForOwner: true,
      queries: () => [sessionQuery, ownerBooksQuery],
    }),
    page('/admin/books/:id', 'books/admin-book', {
      isForOwner: true,
      queries: ({ id }) => [sessionQuery, ownerBookQuery(id), ownerBooksQuery],
    }),
    page(deskPaths.bin, 'writing/admin-bin', {
      isForOwner: true,
      queries: () => [sessionQuery, binQuery],
    }),
    page(deskPaths.site, 'profile/admin-site', {
      isForOwner: true,
      queries: () => [sessionQuery, profileQuery],
    }),
    page(deskPaths.pages, 'words/admin-pages', {
      isForOwner: true,
      queries: () => [sessionQuery, pagesQuery],
    }),
    page('/admin/pages/:name', 'words/admin-words', {
      isForOwner: true,
      queries: ({ name }) => [
        sessionQuery,
        ownerWordsQuery(name),
        wordsVersionsQuery(name),
        ...(name.startsWith('letter-') ? [letterViewsQuery(name)] : []),
      ],
    }),
    page(deskPaths.files, 'downloads/admin-files', {
      isForOwner: true,
      queries: () => [sessionQuery, bookFilesQuery, freeBookQuery],
    }),
    page('/admin/files/:name', 'downloads/admin-file', {
      isForOwner: true,
      queries: ({ name }) => [sessionQuery, fileQuery(name)],
    }),
    page(deskPaths.downloads, 'downloads/admin-downloads', {
      isForOwner: true,
      queries: (_, search) => {
        const file = fileFrom(search)
        return [sessionQuery, bookFilesQuery, downloadsStateQuery(file), freeBookQuery, letterByHandQuery(file)]
      },
    }),
    page(deskPaths.sendEmails, 'campaigns/admin-send-emails', {
      isForOwner: true,
      queries: (_, search) => [
        sessionQuery,
        overviewQuery(fileFrom(search)),
        earlierQuery(fileFrom(search)),
        bookLetterQuery(fileFrom(search)),
        bookFilesQuery,
        freeBookQuery,
        providerQuery,
      ],
    }),
    page(deskPaths.messages, 'contact/admin-messages', {
      isForOwner: true,
      queries: (_, search) => [sessionQuery, inboxQuery(cursorFrom(search))],
    }),
    page('/admin/messages/:id', 'contact/admin-message', {
      isForOwner: true,
      queries: ({ id }) => [sessionQuery, messageQuery(id)],
    }),
    page(deskPaths.subscribers, 'people/admin-people', {
      isForOwner: true,
      queries: (_, search) => [sessionQuery, peopleQuery(filtersFrom(search))],
    }),
    page(deskPaths.importPeople, 'people/admin-import', {
      isForOwner: true,
      queries: () => [sessionQuery, importsQuery],
    }),
    page('/admin/subscribers/:id', 'people/admin-person', {
      isForOwner: true,
      queries: ({ id }) => [sessionQuery, personQuery(id)],
    }),
    page(deskPaths.letters, 'letters/admin-letters', {
      isForOwner: true,
      queries: () => [sessionQuery, lettersQuery, unsavedQuery('letter'), binQuery],
    }),
    page(deskPaths.newLetter, 'letters/admin-new-letter', {
      isForOwner: true,
      queries: () => [sessionQuery, choicesQuery],
    }),
    page('/admin/letters/:id', 'letters/admin-letter', {
      isForOwner: true,
      queries: ({ id }) => [sessionQuery, writtenQuery(id), choicesQuery],
    }),
    page(deskPaths.outbox, 'outbox/admin-outbox', {
      isForOwner: true,
      queries: (_, search) => [sessionQuery, outboxQuery(letterStateFrom(search), cursorFrom(search))],
    }),
    page('/admin/outbox/:id', 'outbox/admin-letter', {
      isForOwner: true,
      queries: ({ id }) => [sessionQuery, letterQuery(id)],
    }),
    page(deskPaths.analytics, 'analytics/admin-analytics', {
      isForOwner: true,
      queries: (_, search) => [sessionQuery, numbersFrom(search), weeklyQuery],
    }),
    ...[deskPaths.guide, '/admin/guide/:page'].map((path) =>
      page(path, 'help/admin-guide', {
        isForOwner: true,
        queries: (params) => [sessionQuery, guideQuery(guidePageFrom(params))],
      }),
    ),
    page(deskPaths.settings, 'owner/admin-settings', {
      isForOwner: true,
      queries: () => [sessionQuery, securityQuery, settingsQuery, samplesQuery],
    }),
    page(deskPaths.health, 'health/admin-health', {
      isForOwner: true,
      queries: (_, search) => [sessionQuery, healthQuery(isWholeIn(search))],
    }),
  ],
  page('*', 'owner/admin-not-found', { queries: () => [sessionQuery] }),
)
