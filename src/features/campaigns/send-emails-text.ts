/** The words of the room where letters go out to everybody. */
export const sendEmailsText = {
  title: 'Send emails',
  intro: 'One letter to each of your voracious readers, with a link of her own to your free book.',
  loading: 'Loading campaigns',
  failed: {
    title: 'Send emails did not open',
    text: 'Nothing is lost, and what is on its way goes on. Please try again.',
  },
  silence: 'The site does not answer at the moment. Letters that are on their way are safe; this page keeps asking.',
  noEarlier: 'Earlier campaigns are not shown.',
  send: {
    title: 'Send to everybody',
    load: 'Load your readers, look at the letter below, then send it.',
    nobody: 'Nobody is in the group yet. Bring readers in on the page Downloads.',
    tooMany: 'One campaign goes to at most 10,000 readers.',
    failed: 'Failed to send emails',
    final: 'You have ten seconds to undo. This cannot be called back after it starts; it can be stopped.',
  },
  noReaders: { title: 'No Subscribers', description: 'Please load subscribers first' },
  noMail: {
    title: 'No mail server is connected.',
    text: 'Nothing is sent: every letter is written and kept in the outbox, and can be sent from there once a server is named in SMTP_URL.',
  },
  beforeReaders: 'Before readers get this letter:',
  settings: 'What is written in capitals is set in the file .env; then start the site again.',
  noBook: 'The book is not uploaded. Until it is, a reader who follows her link is asked to come back later.',
  otherBook: {
    said: 'The letter says',
    held: 'The file holds',
    agree: 'I know. Send this letter with this file all the same.',
    asked: 'Tick this box, or close this window and put it right first.',
  },
  holding: {
    text: 'Nothing has left yet.',
    unseen: 'This page cannot see whether they have begun to leave. They do, unless an Undo arrives in time.',
    notTaken: 'Your Undo did not arrive: press it again.',
    undone: { title: 'Taken back', description: 'Nobody was written to.' },
  },
  sending: 'Going out quietly. You can leave this page; it goes on.',
  putOff: 'Some mailboxes are full or busy and asked for another try later: the next one is on',
  stop: {
    title: 'Stop for good?',
    keep: 'Go on',
    instead: 'Pause instead',
    text: 'What has left cannot be called back, and what has not left yet never will.',
  },
  uncertain:
    'Uncertain means that the line broke in the very moment of sending. Such a letter may have arrived, so it is never sent again by itself: you decide.',
  preview: {
    title: 'Email Preview',
    frame: 'The letter as it is seen',
    text: 'The words alone',
    test: 'Send me a test',
  },
} as const
