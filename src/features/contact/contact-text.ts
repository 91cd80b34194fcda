export const contactText = {
  privacyLine:
    'Your message is kept for 24 months at most, so that I can answer it. It never puts you on the mailing list.',
  privacyLink: 'Privacy Policy',
  button: { label: 'Send Message', pending: 'Sending...' },
  nothingLost: 'Nothing was lost. It’s still here.',
  sentHeading: 'Message Sent',
  sentLinks: { home: 'Back to Home', stories: 'Read Short Stories' },
} as const

/** What the form answers; the product fixes these words. */
export const contactAnswers = {
  sent: { title: 'Message sent!', description: "Thank you for reaching out. We'll get back to you soon." },
  failedTitle: 'Error',
  failed: 'Failed to send message',
  /** the server was never reached, or never answered */
  unanswered: 'Failed to send message. Please try again.',
} as const
