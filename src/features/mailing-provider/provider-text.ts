/** The words about the mailing provider. */
export const providerText = {
  title: 'MailerLite',
  loading: 'Looking for MailerLite',
  withoutKey: 'No key is set, so nothing is shared with MailerLite.',
  howToGetOne: [
    'In MailerLite, open Integrations, then API, and make a key.',
    'Put it into the file .env as MAILERLITE_API_KEY.',
    'Start the site again.',
  ],
  sync: {
    why: 'Puts your readers into the group, brings in whoever joined it there, and takes out whoever left.',
    pace: 'MailerLite takes about a hundred readers a minute. You can leave this page; it goes on.',
  },
  webhook: {
    isOn: 'Whoever leaves at MailerLite leaves here at the same moment.',
    isOff:
      'Whoever leaves at MailerLite is noticed here with the next sync. Press this, and you hear of it at the same moment.',
  },
} as const
