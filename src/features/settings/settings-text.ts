import type { Security } from './addresses.ts'
import type { DoubleOptIn, Kept } from './contract.ts'

/** The words of the site's own settings. */
export const settingsText = {
  loading: 'Loading the settings of the site',
  unread: 'The settings of the site did not load. Nothing was changed.',
  fixed: 'Set on the server. Whoever runs the server can change it there.',
  comfort: 'Nothing was changed, and what you typed is still here.',
  saved: 'Saved',
  yourPassword: 'Once more, to be sure that it is you.',
  conflict: {
    title: 'Changed in another window',
    text: 'These settings were saved somewhere else after this page was opened. Nothing of yours is lost: it still stands here, and is not saved yet.',
    mine: 'Save mine',
    theirs: 'Show what is saved',
  },
  address: {
    title: 'Where the site is',
    intro:
      'Where readers find you. Links in your letters, share cards and search engines use it, and the site answers at this address alone.',
    save: 'Save Address',
    note: 'With https:// at the beginning and nothing after the name.',
    open: 'Left empty, the site answers under any name, and links in letters lead to this computer only:',
    useThis: 'Use the address of this window',
    plain:
      'This address has no https: on the way, your password and what readers send you can be read by others. Use it to try things out at home.',
    wait: {
      title: 'One more step: open the new address',
      open: 'Open',
      what: 'Your browser opens the site at its new address, and you confirm there. Until then nothing changes: readers still find you where they do now.',
      when: 'If it does not open, do nothing. The new address is forgotten by itself on',
      after:
        'Once you have confirmed, go on there: you sign in once more, and this page stops answering if its address was another.',
      back: 'Take It Back',
      taken: 'The address stays as it is',
      over: 'This page does not answer any more. If you have confirmed, that is as it should be: go on at the new address.',
      goOn: 'Go on at',
    },
    emptied: 'The site answers under any name now',
  },
  mail: {
    title: 'Mail',
    intro:
      'Letters leave through a mail server of your own: the one of your mailbox, or of a service that sends mail. Until there is one, letters are kept in the Outbox.',
    save: 'Save Mail Settings',
    server:
      'As your mail service names it, such as mail.example.com. Gmail, Fastmail, Outlook, iCloud and Zoho are known by name.',
    port: 'A number your mail service tells you.',
    sender: 'The address your letters come from. It should belong to your own domain.',
    test: 'Send test letter',
    testing: 'Sending...',
    goesTo: 'One letter to yourself, with what stands here now, saved or not. It goes to',
  },
  dkim: {
    what: 'The site can sign your letters itself. Press, and paste the record that is shown then.',
    again: 'A new key needs a new record; the old one may stay where it is.',
    make: 'Make a Key',
    makeNew: 'Make a New Key',
    forget: 'Forget the Key',
  },
  returns: {
    title: 'Letters that come back',
    intro:
      'A mailbox that is gone, a reader who calls a letter junk: the site hears of it, writes to them no more, and says so at the letter.',
    save: 'Save Return Settings',
    way: 'Who tells the site',
    mailbox: 'Reports in a mailbox',
    address: 'Address to paste there',
    copy: 'Copy the address',
    notOnTheWeb:
      'A service can only reach a site that is on the web, by https. Tell the site its own address first, above.',
    services: {
      postmark:
        'In Postmark, add a webhook for bounces, spam complaints and subscription changes, with Basic auth: any user name, and the secret below as the password.',
      mailgun: 'In Mailgun, add it under Webhooks for permanent and temporary failures, complaints and unsubscribes.',
      ses: 'In Amazon SNS, make a topic and subscribe this address to it by HTTPS; in SES, send bounces and complaints with their original headers to that topic.',
      brevo:
        'In Brevo, add a transactional webhook for bounces, complaints and unsubscribes, with token authentication: the secret below is the token.',
    },
    secret: 'Made up by you, at least 16 characters; the same there and here.',
    topic: 'Its whole name, beginning with arn:aws:sns:. Messages of any other topic are refused.',
    server:
      'Of the mailbox that your sender’s address belongs to, such as imap.example.com: letters that cannot be delivered are reported there. Only such reports are read and marked as read; nothing is deleted.',
    looks: 'Looks for reports now, in the mailbox that is saved. By itself the site does so every five minutes.',
    last: 'Last looked',
    look: 'Look Into the Mailbox',
    looking: 'Looking...',
    forget: { key: 'Forget the key that is kept', secret: 'Forget the secret that is kept' },
  },
  letters: {
    title: 'Letters to readers',
    intro: 'What every letter has to say, and how somebody joins your list.',
    save: 'Save Letter Settings',
    joins: 'When somebody joins',
    postal: 'At the foot of every letter: the law of most countries asks for one. A post office box is enough in most.',
    doubleOptIn:
      'Usually it asks by letter as soon as a mail server is connected. The answer is your proof that the person whose address it is wanted your letters: think twice before you turn it off.',
  },
  provider: {
    title: 'MailerLite',
    intro: 'Only if you keep a list there. With a key, your voracious readers are kept the same here and there.',
    save: 'Save MailerLite Settings',
    key: 'In MailerLite, open Integrations, then API, and make one.',
    group: 'The group there that holds your voracious readers. It is made when it is missing.',
    asks: 'Asks MailerLite whether it knows the key, saved or not. Nothing is sent there.',
    test: 'Try the Key',
    testing: 'Trying...',
    forget: 'Forget the key that is kept',
  },
} as const

/** A secret is never shown: only that there is one. */
export function keptWords(what: 'password' | 'key' | 'secret', kept: Kept, isFixed: boolean): string {
  if (isFixed) return kept === 'none' ? settingsText.fixed : `A ${what} is set on the server.`
  if (kept === 'kept') return `A ${what} is kept; type another to replace it.`
  return kept === 'unreadable'
    ? `The ${what} that is kept cannot be read any more: the site has another root key. Type it once more.`
    : `Kept sealed, and never shown again.`
}

export const securityWords: Record<Security, string> = {
  starttls: 'After a greeting (usually port 587)',
  tls: 'From the first word (usually port 465)',
}

export function doubleOptInWords(choice: DoubleOptIn, isUsuallyOn: boolean): string {
  if (choice === 'on') return 'Ask by letter first'
  if (choice === 'off') return 'Let everybody in at once'
  return isUsuallyOn ? 'As usual (asks now)' : 'As usual (does not ask now)'
}

/** The page that a new address is confirmed on. */
export const newAddressText = {
  title: 'You are here',
  intro: 'The site can be reached at its new address: this page is the proof.',
  act: 'Use This Address',
  acting: 'Moving...',
  meaning: [
    'From then on the site answers at this address alone, and its letters, pages and feeds name it.',
    'You sign in once more, here.',
    'Letters you have sent already lead to the address before. Have it lead on to this one, where your domain is kept.',
  ],
  done: { title: 'The site has moved', intro: 'Everybody finds it here from now on.', next: 'Sign in here' },
  elsewhere: {
    title: 'Not from here',
    problem: 'This link belongs to another address. It has to be opened at',
    comfort:
      'If that is what you opened, the proxy in front of the site does not pass its name on: whoever runs the server can mend that. Nothing was changed.',
  },
  closed: {
    title: 'Nothing was changed',
    problem: 'This link was used already, or its ten minutes are over.',
    comfort: 'The site is where it was. For a new link, type the address into Settings once more.',
  },
} as const
