/** What the rooms of her letters say. */
export const lettersText = {
  intro:
    'What you write to your readers. Each letter goes to whom you choose, once, and from here you see what became of it.',
  none: {
    title: 'No letter yet.',
    text: 'Write the first one. Nothing leaves before you have looked at it, named whom it is for, and said so twice.',
  },
  preview: 'What a list of letters shows after the subject. Left empty, it is how the letter begins.',
  versions: 'Bringing it back changes subject and text here. What you have typed is saved first; nothing leaves.',
  liveVersions:
    'Bringing it back changes subject and text here; nothing else changes until you save. What you have not saved can be had again by Undo, as long as this page is open.',
  onWeb:
    'Once it was sent it stands on your site, and the letter says where. A file and your readers’ names stay out of it.',
  shops:
    'A way to a shop counts where a link leads straight to one, and where one was followed on the page of yours it led to.',
  notFetched:
    'Who fetched it by a link made in Downloads is known for 90 days after that link has ended; then it counts as not fetched.',
  final: 'There is no way to call a letter back once it has left. You have ten seconds to undo it.',
  junk: 'Once more, since it is not this letter alone: where many letters of a domain are taken for junk, those after them are too, for weeks. Mend it first, or press the button again.',
  later: 'You can take it back until then.',
  kept: 'No mail server is connected: the letters are written into your outbox, and you send them from there.',
  slow: {
    label: 'Begin slowly',
    note: 'Fifty on the first day, twice as many on each day after. A new domain is known by nobody: whoever sends thousands at once from one is taken for junk.',
  },
  welcome:
    'Instead of sending it once: it goes by itself to everybody who joins the newsletter from now on, each once, so many days after. Up to five letters can. Whoever leaves gets no more of them.',
  whoJoins: 'Whoever joins the newsletter, as “By itself” says below.',
  perDay: 50,
} as const

export const pictureGone = 'A picture in it is not here any more.'
