import type { TestResult } from './contract.ts'

type Place = { host: string; port: number; sender: string; to: string; user: string }

/** What a test letter came to, for somebody who is no engineer: what happened, and what to look at next. */
const answers: Record<string, (place: Place) => { field: string | null; message: string }> = {
  taken: ({ host, to }) => ({
    field: null,
    message: `${host} took the letter. It is on its way to ${to}; if it is not there in a few minutes, look among the spam.`,
  }),
  'no name': ({ host }) => ({
    field: 'mailServer',
    message: `There is no server of the name ${host}. Look for a slip of the key in it.`,
  }),
  private: ({ host }) => ({
    field: 'mailServer',
    message: `${host} is inside a private network, which cannot be reached from this screen. Whoever runs the server can name it there.`,
  }),
  nobody: ({ host, port }) => ({
    field: 'mailServer',
    message: `Nothing answers at ${host} on port ${port}. Look at the name and the port; some hosts of websites also close this way for letters, and open it when they are asked.`,
  }),
  hangs: ({ host, port }) => ({
    field: 'mailPort',
    message: `${host} takes the call on port ${port} and then says nothing. With port 465 choose “from the first word”, with port 587 “after a greeting”.`,
  }),
  'no mail server': ({ host, port }) => ({
    field: 'mailPort',
    message: `Something answers at ${host} on port ${port}, but it is no mail server. Look at the port.`,
  }),
  'turned away': ({ host }) => ({
    field: 'mailServer',
    message: `${host} is there and turned the site away at the door. Its owners may not know this machine yet, or not want it.`,
  }),
  'no encryption': ({ host, port }) => ({
    field: 'mailSecurity',
    message: `${host} does not speak this kind of encryption on port ${port}, and nothing is sent that others could read. Try the other kind; usually it is port 465 “from the first word”, or port 587 “after a greeting”.`,
  }),
  certificate: ({ host }) => ({
    field: 'mailServer',
    message: `${host} cannot prove that it is ${host}: its certificate is not valid for this name. Use the name your mail service tells you, letter by letter.`,
  }),
  password: () => ({
    field: 'mailPassword',
    message:
      'The server refused the password. Type the user name and the password once more; some services want a password made for programs, often called an app password.',
  }),
  'wants a password': ({ host, user }) => ({
    field: user ? 'mailPassword' : 'mailUser',
    message: `${host} wants a user name and a password.`,
  }),
  sender: ({ sender }) => ({
    field: 'sender',
    message: `The server refused the sender ${sender}. Most let you send only from the address that belongs to the user name.`,
  }),
  recipient: ({ to }) => ({
    field: null,
    message: `The server took the sender and refused the letter’s address, ${to}. If it asks for a user name, it may want one before it sends anything on.`,
  }),
  letter: () => ({
    field: null,
    message:
      'The server read the letter and refused it. Ask the people who run it why; it may take you for a stranger.',
  }),
  'broke off': ({ host }) => ({
    field: null,
    message: `${host} hung up in the middle. Try once more in a minute.`,
  }),
}

export function trialWords(outcome: string, place: Place): TestResult {
  const { field, message } = answers[outcome]?.(place) ?? { field: null, message: 'Nobody knows what became of it.' }
  return { isTaken: outcome === 'taken', outcome, field, message }
}
