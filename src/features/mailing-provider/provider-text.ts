/** The words about the mailing provider. */
export const providerText = {
  title: 'MailerLite',
  loading: 'Looking for MailerLite',
  withoutKey: 'No key is set, so nothing is shared with MailerLite.',
  howToGetOne: [
    'In MailerLite, open Integrations, then API, and make a key.',
    'Type it into Settings, under MailerLite, and try it there.',
  ],
  sync: {
    why: 'Keeps your voracious readers the same here and at MailerLite: puts yours into the group there, brings in whoever joined it there, and takes out whoever unsubscribed.',
    pace: 'MailerLite takes about a hundred readers a minute. You can leave this page; it goes on.',
  },
  webhook: {
    isOn: 'Somebody who unsubscribes at MailerLite is taken off your lists here at the same moment.',
    turnOn: 'Notice at once who unsubscribes',
    isOff:
      'Somebody who unsubscribes at MailerLite is noticed here with the next sync. Press this, and MailerLite tells the site at the same moment.',
  },
} as const
