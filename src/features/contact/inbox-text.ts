/** The words of the author's inbox. */
export const inboxText = {
  title: 'Messages',
  loading: 'Loading messages',
  none: { title: 'Nobody at the door', text: 'What readers write through the contact form lies here.' },
  noneOlder: { title: 'That was all', text: 'There are no older messages.' },
  failed: { title: 'The messages did not open', text: 'They are safe where they are. Please try again.' },
  held: {
    heading: 'Held back',
    text: 'More than three links, as advertisements have them. No letter was written to you about these.',
  },
  missing: {
    title: 'Message not here',
    text: 'It may have been thrown away, or it is more than two years old.',
    back: 'Back to Messages',
  },
  heldNote:
    'Held back: it has more than three links, as advertisements do. Released, it moves to your messages, and the usual letter about it is written.',
  reply: 'Reply',
  release: 'Release',
  unread: 'Mark as unread',
  delete: 'Delete',
  deleted: 'You can undo this while this notice stands. A day later the message is gone for good.',
} as const
