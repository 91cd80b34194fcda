/** The words of the room where letters go out to everybody. */
export const sendEmailsText = {
  title: 'Send emails',
  intro:
    'One letter to each of your voracious readers, each with a link of their own to your free book. They are the people you brought in on the page Downloads, and those of your group at MailerLite; who joined the newsletter on the site is not among them.',
  loading: 'Loading campaigns',
  failed: {
    title: 'Send emails did not open',
    text: 'Nothing is lost, and what is on its way goes on. Please try again.',
  },
  silence: 'The site does not answer at the moment. Letters that are on their way are safe; this page keeps asking.',
  noEarlier: 'Earlier campaigns are not shown.',
  send: {
    title: 'Send to everybody',
    load: '“Load Subscribers” loads your voracious readers. Look at the letter below, then send it.',
    nobody: 'Nobody is in the group yet. Bring readers in on the page Downloads.',
    tooMany: 'One campaign goes to at most 10,000 readers.',
    failed: 'Failed to send emails',
    final: 'You have ten seconds to undo. This cannot be called back after it starts; it can be stopped.',
  },
  noReaders: { title: 'No Subscribers', description: 'Please load subscribers first' },
  noMail: {
    title: 'No mail server is connected.',
    text: 'Nothing is sent: every letter is written and kept in the outbox, and can be sent from there once a mail server is connected, in Settings.',
  },
  beforeReaders: 'Before readers get this letter:',
  settings: 'Open Settings',
  noBook: 'The book is not uploaded. Until it is, readers who follow their link are asked to come back later.',
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
  putOff: 'Some mailboxes are full or busy and asked the site to try again later. It does so by itself, next on',
  result: {
    sent: 'Has it. Sent',
    waiting: 'On its way',
    kept: 'In the outbox, not sent',
    failed: 'Failed',
    skipped: 'Left out',
    unknown: 'Uncertain whether it arrived',
    none: 'Not written to yet',
    loading: 'Loading',
    unread: 'What became of the letter did not load',
  },
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
