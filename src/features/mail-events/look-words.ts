import type { Look } from './contract.ts'

type Place = { host: string; port: number; folder: string }

/** What a look into the mailbox came to, for somebody who is no engineer. */
const answers: Record<string, (place: Place) => { field: string; message: string }> = {
  'no name': ({ host }) => ({
    field: 'bounceServer',
    message: `There is no server of the name ${host}. Look for a slip of the key in it.`,
  }),
  private: ({ host }) => ({
    field: 'bounceServer',
    message: `${host} is inside a private network, which cannot be reached from this screen. Whoever runs the server can name it there.`,
  }),
  nobody: ({ host, port }) => ({
    field: 'bounceServer',
    message: `Nothing answers at ${host} on port ${port}. Look at the name; your mail service calls it the server for incoming mail, or IMAP.`,
  }),
  hangs: ({ host }) => ({
    field: 'bounceServer',
    message: `${host} takes the call and then says nothing. Try once more in a minute.`,
  }),
  'no encryption': ({ host, port }) => ({
    field: 'bounceServer',
    message: `${host} on port ${port} does not speak encrypted from the first word, or cannot prove that it is ${host}. Nothing is sent that others could read. The usual port is 993.`,
  }),
  'no mailbox server': ({ host, port }) => ({
    field: 'bounceServer',
    message: `Something answers at ${host} on port ${port}, but it keeps no mailboxes. Use the server for incoming mail, or IMAP.`,
  }),
  password: () => ({
    field: 'bouncePassword',
    message:
      'The server refused the password. Type the user name and the password once more; some services want a password made for programs, often called an app password.',
  }),
  folder: ({ folder }) => ({
    field: 'bounceServer',
    message: `The mailbox is there, and has no folder named “${folder}”.`,
  }),
  'broke off': ({ host }) => ({
    field: 'bounceServer',
    message: `${host} hung up in the middle. Try once more in a minute.`,
  }),
}

export function lookWords(outcome: string, place: Place, heard: number | null): Look {
  const fault = answers[outcome]?.(place)
  if (fault) return { isTaken: false, outcome, ...fault }
  const [opened, none] =
    outcome === 'slow'
      ? ['The mailbox is open and answers slowly: the rest is read with one of the next looks.', 'No report so far.']
      : ['The mailbox is open.', 'No letter of yours has come back since the last look.']
  const found = heard
    ? `${heard === 1 ? 'One report' : `${heard} reports`} about letters of yours, read and marked as read.`
    : none
  return { isTaken: true, outcome, field: null, message: `${opened} ${found}` }
}
