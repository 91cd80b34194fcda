import { paths } from '#lib/paths.ts'
import { line, prose, type WordSet } from '#lib/word-set.ts'

const dates = {
  effective: line('In force since', 'July 26, 2025'),
  updated: line('Last updated', 'July 26, 2025'),
}

export const termsWords = {
  name: 'terms',
  kind: 'page',
  title: 'Terms of Service',
  path: paths.terms,
  fields: {
    ...dates,
    body: prose('The terms', termsText()),
  },
} as const satisfies WordSet

/**
 * Every statement of the original must stay true of the product. Retention figures, browser-stored keys, cookies and
 * outside services are facts of the code: change them there and here in the same commit.
 */
export const privacyWords = {
  name: 'privacy',
  kind: 'page',
  title: 'Privacy Policy',
  path: paths.privacy,
  fields: {
    ...dates,
    body: prose('The policy', privacyText()),
  },
} as const satisfies WordSet

function termsText(): string {
  return `These terms are an agreement between you and {name} (“the author”, “we”, “us”), who publishes this site. They cover the pages, the free stories, the blog, the mailing list, the advance copies and any contest.

By using the site you agree to them. If you do not agree, please do not use it. They are written to be read; if a sentence is not clear, ask us.

## Use of the site

You may read, print for yourself and link to anything on the public pages. No account is needed. In return, we ask that you do not:

- use the site to break the law, or to harass, impersonate or threaten anyone
- send spam, malicious code or false details through the forms, or sign up an address that is not yours
- try to reach the owner’s area, other people’s information or files that were not sent to you
- overload the site, or copy it in bulk with automated tools, beyond what an ordinary search engine does
- remove copyright notices or present the work as your own

You must be at least 13 to use the forms on this site. If you have not reached the age of majority where you live, use them with the permission of a parent or guardian. The books and stories are written for adults and older teenagers.

Books are sold by other companies. When you follow a “Purchase” link, or a link to support the author, your dealings are with that company and under its terms. We do not take payments on this site.

## Intellectual property

The books, stories, posts, cover designs, drawings and other material on this site belong to {name} or are used with permission. They are protected by copyright in Canada and, by treaty, in most other countries.

You may quote short passages, with credit and a link, for review, criticism, news reporting, teaching or study. Fair dealing and fair use are not reduced by these terms. For anything longer, including translation, adaptation, audio, or use in the training of machine-learning systems, please ask first.

A free book or an advance reader copy is licensed to you personally. You may keep it on your own devices. Please do not share, post, sell or alter the file, or pass on your download link. Advance copies may differ from the published book; please check a quotation against the finished edition before you print it.

You keep the rights in anything you send us. By sending us a message you let us read it, keep it and answer it, and nothing more; we will not publish it without asking you. Entries in a contest have their own terms in its rules.

If you believe that something on this site infringes your copyright, write to us with a description of the work, where it appears here, and how to reach you. We will look into it promptly.

## Fictional works

The novels and stories are works of fiction. Names, characters, organizations, places and events come from the author’s imagination or are used fictitiously. Any resemblance to actual people, living or dead, or to actual events is coincidental.

Views held by characters are theirs and not the author’s.

## Newsletter consent

Agreeing to these terms does not sign you up for anything. You join the mailing list only by asking to, in a form that says so. By doing that you consent to receive email from {name} about books, free stories and advance copies, about once a month. We may ask you to confirm your address by email first.

Asking for an advance reader copy is separate. It brings you that book and the letters needed to deliver it. It adds you to the newsletter only if you tick the box for the newsletter as well.

You can withdraw your consent at any time, at no cost, with the unsubscribe link in every letter or by writing to us. It takes effect at once on our side and never later than ten business days. We keep a record of your consent, as Canada’s anti-spam law expects of us; the Privacy Policy says what it contains.

## No professional advice

Nothing on this site is medical, psychological, legal, financial or other professional advice, including in stories and posts where a character or the author sounds sure of it. Do not put off seeking help because of something you read here. If you or someone near you is in danger, call your local emergency number.

## Disclaimers and liability

The site is provided free of charge, as it is and as available. We take care over it, but we do not promise that it will always be available, free of errors or suitable for a particular purpose. Files are offered in common formats; we cannot promise that they work on every device. We are not responsible for other people’s sites that we link to.

To the extent the law allows, {name} is not liable for indirect, incidental or consequential loss, or for lost data or profit, that comes from using the site or from being unable to use it. For all other claims connected with the site, our total liability to you is limited to the greater of what you paid us for the thing the claim is about and CAD 50.

These limits do not apply where the law forbids them. They do not exclude liability for fraud, for deliberate wrongdoing, or for death or injury caused by negligence, and they do not take away any right that consumer-protection law gives you.

## Termination

You may stop using the site whenever you wish, leave the mailing list and ask us to erase what we hold about you. We may refuse a form submission, cancel a download link, disqualify a contest entry or block access for anyone who breaks these terms, and we may change or close any part of the site.

The sections on intellectual property, fictional works, liability and governing law continue to apply after that.

## Governing law

These terms are governed by the laws of the Province of Ontario, Canada, and the federal laws of Canada that apply there, without regard to rules about conflict of laws. Disputes go to the courts of Ontario. If you are a consumer living elsewhere, you keep the protection of the mandatory laws of your home and any right you have to bring a claim in its courts.

If something has gone wrong, please write to us before anything else. Most things can be put right in a letter.

## Changes to these terms

We may revise these terms. The new version is posted here with a new “last updated” date and applies from that date on; it does not reach back to what happened earlier. If a change matters, we will say so on the site. Using the site after a change means that you accept it.

These terms, with the Privacy Policy and the rules of a contest you enter, are the whole agreement about the site. If a court finds one part of them invalid, the rest stands. If we do not enforce a part at once, we have not given it up.

## Contact

Questions about these terms can be sent to {contact}, or by post to {post}.`
}

function privacyText(): string {
  return `This site is published by {name} (“the author”, “we”, “us”), who decides what is collected here and answers for it.

In short: you can read everything without telling us who you are. If you give us your name and address, we use them for what you asked for. We sell nothing about you, we show no advertising, and you can have what we hold about you corrected, handed over or erased.

## What we collect

What you give us, by writing it in a form or a letter:

- Name. Optional on the mailing-list and advance-copy forms; asked for with a message, so that we can answer you properly.
- Email address. Needed to write to you, to deliver a book or to answer a message.
- Form content. The text of a message, and which form and page a request came from.
- Location, if you disclose it. No form asks where you are. We know it only if you tell us, for example in a message or to claim a prize.

What your browser sends when it asks for a page:

- IP address. The server sees it in order to answer you and to hold back abuse. It is mixed with a secret salt that changes daily, turned into a short one-way code, and thrown away. We do not store IP addresses. The salt is deleted within two days, so the codes of one day cannot be matched with those of another, or with you.
- Page views. The page, the time, the page you came from without what follows its “?”, the first 100 characters of your browser’s description of itself, and the one-way code of the day, which tells us that two views were one visitor’s. Your browser also sends a random session number, which is checked and not stored, and a mark if the visit looks like the author’s own; such visits and those of machines are only counted, apart from yours.
- Events. A few actions, such as opening a story, how much of it was read, or finishing a signup, with the page, the time and the same code. Not what you type; anything that looks like an email address is taken out.
- If your browser asks not to be tracked (“Do Not Track” or “Global Privacy Control”), no code is made. The page is counted as opened, by nobody.

What we write down ourselves:

- Consent records. Which wording you agreed to, when, on which page, from which source and by what method, and when you confirmed or withdrew.
- Deliveries. Which file or letter went to which address, whether it was sent, and how often a download link was used.
- Links in letters. How often each was followed and led on to a shop; not by whom.
- Server logs. Errors and technical events, with email addresses masked and without IP addresses.

## How we use it, and on what basis

- To send the newsletter: with your consent, which you can withdraw at any time.
- To send a book or an advance reader copy that you asked for, with the letters needed to deliver it: because you asked us to.
- To read and answer messages: because you wrote to us, and we have a legitimate interest in replying.
- To count visits and see which pages are read: our legitimate interest in knowing whether the site works, pursued without following anyone from site to site.
- To keep the forms and the site safe from spam and abuse: our legitimate interest and yours.
- To run a contest and deliver its prize: because you entered it.
- To keep proof of consent and to honour every unsubscribe: because the law requires it of us.

We do not sell, rent or trade personal information. We do not build profiles, and no decision that matters to you is made by a machine alone. Writing to us never adds you to a list.

## Third-party services

We use as few as we can. Each one receives only what its work needs.

- Email-marketing provider. When the author has connected it, MailerLite holds the email addresses, and names where given, of the readers on the list it serves, and whether they are subscribed. It handles them under its own privacy policy and our instructions. No other email-marketing service is used.
- Mail delivery. Letters from this site leave through an outgoing mail (SMTP) host, which handles the address and the text in order to deliver them.
- Book-delivery provider. There is no outside one. This site delivers its own books through links that expire. The book file may rest with a cloud storage company; your name and address do not go with it.
- Web analytics. There is no outside one. This site counts its own visits, without cookies and without storing IP addresses. No analytics company receives anything.
- Hosting. The site runs on servers of a hosting company, which handles all traffic for us and may keep its own technical logs, under its own policy, to protect its network.
- Videos. Where a page has one, it is loaded from YouTube, in its privacy-enhanced mode, only when you press play. From then on YouTube’s policy applies.
- Pictures in blog posts. Most come from this site. A post may show a picture kept on another server, which then sees your IP address as it would on any visit.

Some of these companies work outside your province or country, and the authorities there may have a lawful right to ask for the information they hold. Where the law requires safeguards for such transfers, we rely on the contractual terms that these companies offer for them. We disclose information to anyone else only if the law compels us, or to protect someone from serious harm.

## Cookies and browser storage

The public pages set no cookies. The only cookies this site has are for the owner’s own sign-in, and only the owner’s browser receives them. There are no advertising or social-network trackers.

Your browser keeps a few small notes for this site. You can clear them at any time in your browser’s settings, and the site goes on working.

- Your choice of theme, and whether you asked to “Still the curtains”.
- Reader settings: text size, colours, width and spacing, and the place where you stopped in a story.
- A contact message that you have begun and not yet sent, so that a slip does not lose it.
- Until the tab is closed: how far you had scrolled on a page, so that “back” brings you there, and that a page was loaded again after an update.
- newsletter-dismissed: that you closed the newsletter prompt or signed up, so that it stays away.
- visitor_session_id: the random session number that goes with page views. It contains nothing about you, and we do not store it.
- page_history: the last 50 pages you opened here. It is used in your browser, to tell the author’s visits from a reader’s, and is not sent to us.
- session_times: how long recent visits lasted. It stays in your browser.
- author_mode: a mark that leaves the author’s own visits out of the count. Readers do not have it.

## How long we keep it

- Mailing-list entries and advance-copy requests, with their deliveries: until you leave or ask us to erase them.
- Signups that were never confirmed: 30 days.
- Unsubscribed addresses: marked as left, with the record of your consent and of its withdrawal, and on a suppression list, so that nobody can add you again by mistake. Your name is deleted at once.
- Consent records: while we write to you, and afterwards for as long as we may have to prove that you had agreed.
- Contact messages: 24 months.
- Page views and events: 30 days. What could tell that two of them were one visitor’s on the same day goes within two days, with the salt. After that only daily totals remain, and they are about pages, not people.
- Server logs: 14 days.

When a period ends, the information is deleted automatically.

## Security

We collect little, which is the best protection there is. Beyond that, personal information can be reached only from the owner’s area behind a sign-in; the owner’s password is stored only as a slow one-way hash; download links are signed and expire; forms are limited against abuse; and letters are handed to the mail host over an encrypted connection.

No system is perfectly safe. If a breach creates a real risk of significant harm to you, we will tell you and the Privacy Commissioner of Canada as soon as we can, and any other authority the law names.

## Your rights

Wherever you live, we offer you the rights that Canada’s privacy law (PIPEDA) and the European and British data-protection laws (the GDPR and UK GDPR) describe:

- Access: ask what we hold about you and receive a copy.
- Correct: have a wrong name or address put right.
- Erase: have your information deleted. What stays is a one-way fingerprint of an address on the suppression list, so that we never write to it again, and anything the law obliges us to keep.
- Export: receive what you gave us in a common, machine-readable form.
- Object or restrict: ask us to stop a use, or to pause it while a question is settled.
- Withdraw consent: at any time, as easily as you gave it. What was done before stays lawful.
- Complain: to us first, if you like, and at any time to the Office of the Privacy Commissioner of Canada or to the data-protection authority where you live.

To use any of them, write to {contact}. There is no charge. We may ask you to write from the address in question, so that nobody else can act in your name, and we answer within 30 days. Every letter also carries its own unsubscribe link, which needs no sign-in. Using your rights never affects what else you may read or receive here.

## Children

The forms on this site are not meant for children under 13, and we do not knowingly collect information from them. If you believe that a child under 13 has given us a name or an address, write to us and we will delete it.

## External links

This site links to bookshops, a book-review site, a social network, a crowdfunding page, a payment page and original publications of stories. They are not ours, and their own policies apply once you arrive. What you post publicly on a social network can be seen by anyone that network allows.

## Updates to this policy

If what we do changes, this page changes first, with a new “last updated” date. If a change affects information you have already given us, we will write to you, and we will ask again for consent where the old one does not cover the new use.

## Contact

{name} is the person responsible for privacy on this site. Write to {contact}, or send a letter to {post}.`
}
