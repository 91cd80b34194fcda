import type { Author } from '#lib/author.ts'
import type { LegalText } from './legal-text.ts'

/**
 * Every statement here must stay true of the product. Retention figures, browser-stored keys, cookies and outside
 * services are facts of the code: change them there and here in the same commit.
 */
export const privacy = (author: Author): LegalText => ({
  title: 'Privacy Policy',
  effective: 'July 26, 2025',
  lastUpdated: 'July 26, 2025',
  intro: [
    `This site is published by ${author.name} (“the author”, “we”, “us”), who decides what is collected here and answers for it. The books are about being watched. The site is not.`,
    'In short: you can read everything without telling us who you are. If you give us your name and address, we use them for what you asked for. We sell nothing about you, we show no advertising, and you can have what we hold about you corrected, handed over or erased.',
  ],
  sections: [
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      blocks: [
        { kind: 'text', text: 'What you give us, by writing it in a form or a letter:' },
        {
          kind: 'list',
          items: [
            'Name. Optional on the mailing-list and advance-copy forms; asked for on the contact form so that we can answer you properly.',
            'Email address. Needed to write to you, to deliver a book or to answer a message.',
            'Form content. The text of a message, and which form and page a request came from.',
            'Location, if you disclose it. No form asks where you are. We know it only if you tell us, for example in a message or to claim a prize.',
          ],
        },
        { kind: 'text', text: 'What your browser sends when it asks for a page:' },
        {
          kind: 'list',
          items: [
            'IP address. The server sees it in order to answer you and to hold back abuse. It is mixed with a secret salt that changes daily, turned into a short one-way code, and thrown away. We do not store IP addresses. The salt is deleted within two days, so the codes of one day cannot be matched with those of another, or with you.',
            'Page views. The page, the time, the page you came from without what follows its “?”, the first 100 characters of your browser’s description of itself, and the one-way code of the day, which tells us that two views were one visitor’s. Your browser also sends a random session number, which is checked and not stored, and a mark if the visit looks like the author’s own; such visits and those of machines are only counted, apart from yours.',
            'Events. A few actions, such as opening a story, how much of it was read, or finishing a signup, with the page, the time and the same code. Not what you type; anything that looks like an email address is taken out.',
            'If your browser asks not to be tracked (“Do Not Track” or “Global Privacy Control”), no code is made. The page is counted as opened, by nobody.',
          ],
        },
        { kind: 'text', text: 'What we write down ourselves:' },
        {
          kind: 'list',
          items: [
            'Consent records. Which wording you agreed to, when, on which page, from which source and by what method, and when you confirmed or withdrew.',
            'Deliveries. Which file or letter went to which address, whether it was sent, and how often a download link was used.',
            'Server logs. Errors and technical events, with email addresses masked and without IP addresses.',
          ],
        },
      ],
    },
    {
      id: 'how-we-use-it',
      heading: 'How we use it, and on what basis',
      blocks: [
        {
          kind: 'list',
          items: [
            'To send the newsletter: with your consent, which you can withdraw at any time.',
            'To send a book or an advance reader copy that you asked for, with the letters needed to deliver it: because you asked us to.',
            'To read and answer messages: because you wrote to us, and we have a legitimate interest in replying.',
            'To count visits and see which pages are read: our legitimate interest in knowing whether the site works, pursued without following anyone from site to site.',
            'To keep the forms and the site safe from spam and abuse: our legitimate interest and yours.',
            'To run the monthly contest and deliver its prize: because you entered it.',
            'To keep proof of consent and to honour every unsubscribe: because the law requires it of us.',
          ],
        },
        {
          kind: 'text',
          text: 'We do not sell, rent or trade personal information. We do not build profiles, and no decision that matters to you is made by a machine alone. Writing to us through the contact form never adds you to a list.',
        },
      ],
    },
    {
      id: 'third-party-services',
      heading: 'Third-party services',
      blocks: [
        { kind: 'text', text: 'We use as few as we can. Each one receives only what its work needs.' },
        {
          kind: 'list',
          items: [
            'Email-marketing provider. When the author has connected it, MailerLite holds the email addresses, and names where given, of the readers on the list it serves, and whether they are subscribed. It handles them under its own privacy policy and our instructions. No other email-marketing service is used.',
            'Mail delivery. Letters from this site leave through an outgoing mail (SMTP) host, which handles the address and the text in order to deliver them.',
            'Book-delivery provider. There is no outside one. This site delivers its own books through links that expire. The book file may rest with a cloud storage company; your name and address do not go with it.',
            'Web analytics. There is no outside one. This site counts its own visits, without cookies and without storing IP addresses. No analytics company receives anything.',
            'Hosting. The site runs on servers of a hosting company, which handles all traffic for us and may keep its own technical logs, under its own policy, to protect its network.',
            'Videos. The two videos on the House Hippo page are loaded from YouTube, in its privacy-enhanced mode, only when you press play. From then on YouTube’s policy applies.',
            'Pictures in blog posts. Most come from this site. A post may show a picture kept on another server, which then sees your IP address as it would on any visit.',
          ],
        },
        {
          kind: 'text',
          text: 'Some of these companies work outside your province or country, and the authorities there may have a lawful right to ask for the information they hold. Where the law requires safeguards for such transfers, we rely on the contractual terms that these companies offer for them. We disclose information to anyone else only if the law compels us, or to protect someone from serious harm.',
        },
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and browser storage',
      blocks: [
        {
          kind: 'text',
          text: 'The public pages set no cookies. The only cookies this site has are for the owner’s own sign-in, and only the owner’s browser receives them. There are no advertising or social-network trackers.',
        },
        {
          kind: 'text',
          text: 'Your browser keeps a few small notes for this site. You can clear them at any time in your browser’s settings, and the site goes on working.',
        },
        {
          kind: 'list',
          items: [
            'Your choice of theme, and whether you asked to “Still the curtains”.',
            'Reader settings: text size, colours, width and spacing, and the place where you stopped in a story.',
            'A contact message that you have begun and not yet sent, so that a slip does not lose it.',
            'Until the tab is closed: how far you had scrolled on a page, so that “back” brings you there, and that a page was loaded again after an update.',
            'newsletter-dismissed: that you closed the newsletter prompt or signed up, so that it stays away.',
            'visitor_session_id: the random session number that goes with page views. It contains nothing about you, and we do not store it.',
            'page_history: the last 50 pages you opened here. It is used in your browser, to tell the author’s visits from a reader’s, and is not sent to us.',
            'session_times: how long recent visits lasted. It stays in your browser.',
            'author_mode: a mark that leaves the author’s own visits out of the count. Readers do not have it.',
          ],
        },
      ],
    },
    {
      id: 'retention',
      heading: 'How long we keep it',
      blocks: [
        {
          kind: 'list',
          items: [
            'Mailing-list entries and advance-copy requests, with their deliveries: until you leave or ask us to erase them.',
            'Signups that were never confirmed: 30 days.',
            'Unsubscribed addresses: marked as left, with the record of your consent and of its withdrawal, and on a suppression list, so that nobody can add you again by mistake. Your name is deleted at once.',
            'Consent records: while we write to you, and afterwards for as long as we may have to prove that you had agreed.',
            'Contact messages: 24 months.',
            'Page views and events: 30 days. What could tell that two of them were one visitor’s on the same day goes within two days, with the salt. After that only daily totals remain, and they are about pages, not people.',
            'Server logs: 14 days.',
          ],
        },
        { kind: 'text', text: 'When a period ends, the information is deleted automatically.' },
      ],
    },
    {
      id: 'security',
      heading: 'Security',
      blocks: [
        {
          kind: 'text',
          text: 'We collect little, which is the best protection there is. Beyond that, personal information can be reached only from the owner’s area behind a sign-in; the owner’s password is stored only as a slow one-way hash; download links are signed and expire; forms are limited against abuse; and letters are handed to the mail host over an encrypted connection.',
        },
        {
          kind: 'text',
          text: 'No system is perfectly safe. If a breach creates a real risk of significant harm to you, we will tell you and the Privacy Commissioner of Canada as soon as we can, and any other authority the law names.',
        },
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      blocks: [
        {
          kind: 'text',
          text: 'Wherever you live, we offer you the rights that Canada’s privacy law (PIPEDA) and the European and British data-protection laws (the GDPR and UK GDPR) describe:',
        },
        {
          kind: 'list',
          items: [
            'Access: ask what we hold about you and receive a copy.',
            'Correct: have a wrong name or address put right.',
            'Erase: have your information deleted. What stays is a one-way fingerprint of an address on the suppression list, so that we never write to it again, and anything the law obliges us to keep.',
            'Export: receive what you gave us in a common, machine-readable form.',
            'Object or restrict: ask us to stop a use, or to pause it while a question is settled.',
            'Withdraw consent: at any time, as easily as you gave it. What was done before stays lawful.',
            'Complain: to us first, if you like, and at any time to the Office of the Privacy Commissioner of Canada or to the data-protection authority where you live.',
          ],
        },
        {
          kind: 'text',
          text: `To use any of them, write to ${author.email}. There is no charge. We may ask you to write from the address in question, so that nobody else can act in your name, and we answer within 30 days. Every letter also carries its own unsubscribe link, which needs no sign-in. Using your rights never affects what else you may read or receive here.`,
        },
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      blocks: [
        {
          kind: 'text',
          text: 'The forms on this site are not meant for children under 13, and we do not knowingly collect information from them. If you believe that a child under 13 has given us a name or an address, write to us and we will delete it.',
        },
      ],
    },
    {
      id: 'external-links',
      heading: 'External links',
      blocks: [
        {
          kind: 'text',
          text: 'This site links to bookshops, a book-review site, a social network, a crowdfunding page, a payment page and original publications of stories. They are not ours, and their own policies apply once you arrive. What you post publicly on a social network, including an entry in the House Hippo Challenge, can be seen by anyone that network allows.',
        },
      ],
    },
    {
      id: 'updates',
      heading: 'Updates to this policy',
      blocks: [
        {
          kind: 'text',
          text: 'If what we do changes, this page changes first, with a new “last updated” date. If a change affects information you have already given us, we will write to you, and we will ask again for consent where the old one does not cover the new use.',
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        {
          kind: 'text',
          text: `${author.name} is the person responsible for privacy on this site. Write to ${author.email}, use the contact form, or send a letter to ${author.name}, ${author.postalAddress}.`,
        },
      ],
    },
  ],
})
