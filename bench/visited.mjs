/** The pages a visit is measured on, of the sample: the ones whose weight its browser tests hold too. */
export const visited = {
  home: '/',
  books: '/books',
  'a book': '/books/the-drivers-promise',
  'a story': '/short-stories/a-polite-man',
  'a post': '/blog/seven-files-in-order',
}
