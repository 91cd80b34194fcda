/** The owner's rooms: a program of its own, reached by plain links. */
export const deskPaths = {
  signIn: '/admin/sign-in',
  setup: '/admin/setup',
  newAddress: '/admin/new-address',
  posts: '/admin',
  stories: '/admin/stories',
  bin: '/admin/bin',
  downloads: '/admin/downloads',
  sendEmails: '/admin/send-emails',
  messages: '/admin/messages',
  message: (id: string) => `/admin/messages/${id}` as const,
  subscribers: '/admin/subscribers',
  subscriber: (id: string) => `/admin/subscribers/${id}` as const,
  outbox: '/admin/outbox',
  letter: (id: string) => `/admin/outbox/${id}` as const,
  analytics: '/analytics',
  settings: '/admin/settings',
} as const
