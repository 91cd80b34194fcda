/** Mail services that tell of letters which came back, as they are named in an address. */
export const services = ['postmark', 'mailgun', 'ses', 'brevo'] as const
export type Service = (typeof services)[number]

export const serviceNames: Record<Service, string> = {
  postmark: 'Postmark',
  mailgun: 'Mailgun',
  ses: 'Amazon SES',
  brevo: 'Brevo',
}

/** Where a service tells it. */
export const eventsPath = (service: Service) => `/api/mail-events/${service}`

/** How a look into the mailbox went, in words; `field` is what they are about. */
export type Look = { isTaken: boolean; outcome: string; field: string | null; message: string }

/** What the last look came to; null before the first. */
export type LastLook = { look: (Look & { at: string }) | null }
