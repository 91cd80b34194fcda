import type { Author } from '#lib/author.ts'
import type { LegalText } from './legal-text.ts'

export const terms = (author: Author): LegalText => ({
  title: 'Terms of Service',
  effective: 'July 26, 2025',
  lastUpdated: 'July 26, 2025',
  intro: [
    `These terms are an agreement between you and ${author.name} (“the author”, “we”, “us”), who publishes this site. They cover the pages, the free stories, the blog, the mailing list, the advance copies and the contest.`,
    'By using the site you agree to them. If you do not agree, please do not use it. They are written to be read; if a sentence is not clear, ask us.',
  ],
  sections: [
    {
      id: 'use-of-the-site',
      heading: 'Use of the site',
      blocks: [
        {
          kind: 'text',
          text: 'You may read, print for yourself and link to anything on the public pages. No account is needed. In return, we ask that you do not:',
        },
        {
          kind: 'list',
          items: [
            'use the site to break the law, or to harass, impersonate or threaten anyone',
            'send spam, malicious code or false details through the forms, or sign up an address that is not yours',
            'try to reach the owner’s area, other people’s information or files that were not sent to you',
            'overload the site, or copy it in bulk with automated tools, beyond what an ordinary search engine does',
            'remove copyright notices or present the work as your own',
          ],
        },
        {
          kind: 'text',
          text: 'You must be at least 13 to use the forms on this site. If you have not reached the age of majority where you live, use them with the permission of a parent or guardian. The books and stories are written for adults and older teenagers.',
        },
        {
          kind: 'text',
          text: 'Books are sold by other companies. When you follow a “Purchase” link, or a link to support the author, your dealings are with that company and under its terms. We do not take payments on this site.',
        },
      ],
    },
    {
      id: 'intellectual-property',
      heading: 'Intellectual property',
      blocks: [
        {
          kind: 'text',
          text: `The books, stories, posts, cover designs, drawings and other material on this site belong to ${author.name} or are used with permission. They are protected by copyright in Canada and, by treaty, in most other countries.`,
        },
        {
          kind: 'text',
          text: 'You may quote short passages, with credit and a link, for review, criticism, news reporting, teaching or study. Fair dealing and fair use are not reduced by these terms. For anything longer, including translation, adaptation, audio, or use in the training of machine-learning systems, please ask first.',
        },
        {
          kind: 'text',
          text: 'A free book or an advance reader copy is licensed to you personally. You may keep it on your own devices. Please do not share, post, sell or alter the file, or pass on your download link. Advance copies may differ from the published book; please check a quotation against the finished edition before you print it.',
        },
        {
          kind: 'text',
          text: 'You keep the rights in anything you send us. By sending a message through the contact form you let us read it, keep it and answer it, and nothing more; we will not publish it without asking you. Entries in the House Hippo Challenge have their own terms in the contest rules.',
        },
        {
          kind: 'text',
          text: 'If you believe that something on this site infringes your copyright, write to us with a description of the work, where it appears here, and how to reach you. We will look into it promptly.',
        },
      ],
    },
    {
      id: 'fiction',
      heading: 'Fictional works',
      blocks: [
        {
          kind: 'text',
          text: 'The novels and stories are works of fiction. Names, characters, organizations, places and events come from the author’s imagination or are used fictitiously. Any resemblance to actual people, living or dead, or to actual events is coincidental. If you recognize the house, it is a common layout.',
        },
        {
          kind: 'text',
          text: 'The fiction deals with fear, death, illness, crime and violence. Views held by characters are theirs and not the author’s. Reader discretion is advised.',
        },
      ],
    },
    {
      id: 'newsletter',
      heading: 'Newsletter consent',
      blocks: [
        {
          kind: 'text',
          text: `Agreeing to these terms does not sign you up for anything. You join the mailing list only by asking to, in a form that says so. By doing that you consent to receive email from ${author.name} about books, free stories and advance copies, about once a month. We may ask you to confirm your address by email first.`,
        },
        {
          kind: 'text',
          text: 'Asking for an advance reader copy is separate. It brings you that book and the letters needed to deliver it. It adds you to the newsletter only if you tick the box for the newsletter as well.',
        },
        {
          kind: 'text',
          text: 'You can withdraw your consent at any time, at no cost, with the unsubscribe link in every letter or by writing to us. It takes effect at once on our side and never later than ten business days. We keep a record of your consent, as Canada’s anti-spam law expects of us; the Privacy Policy says what it contains.',
        },
      ],
    },
    {
      id: 'no-professional-advice',
      heading: 'No professional advice',
      blocks: [
        {
          kind: 'text',
          text: 'Nothing on this site is medical, psychological, legal, financial or other professional advice, including in stories and posts where a character or the author sounds sure of it. Do not put off seeking help because of something you read here. If you or someone near you is in danger, call your local emergency number.',
        },
      ],
    },
    {
      id: 'liability',
      heading: 'Disclaimers and liability',
      blocks: [
        {
          kind: 'text',
          text: 'The site is provided free of charge, as it is and as available. We take care over it, but we do not promise that it will always be available, free of errors or suitable for a particular purpose. Files are offered in common formats; we cannot promise that they work on every device. We are not responsible for other people’s sites that we link to.',
        },
        {
          kind: 'text',
          text: `To the extent the law allows, ${author.name} is not liable for indirect, incidental or consequential loss, or for lost data or profit, that comes from using the site or from being unable to use it. For all other claims connected with the site, our total liability to you is limited to the greater of what you paid us for the thing the claim is about and CAD 50.`,
        },
        {
          kind: 'text',
          text: 'These limits do not apply where the law forbids them. They do not exclude liability for fraud, for deliberate wrongdoing, or for death or injury caused by negligence, and they do not take away any right that consumer-protection law gives you.',
        },
      ],
    },
    {
      id: 'termination',
      heading: 'Termination',
      blocks: [
        {
          kind: 'text',
          text: 'You may stop using the site whenever you wish, leave the mailing list and ask us to erase what we hold about you. We may refuse a form submission, cancel a download link, disqualify a contest entry or block access for anyone who breaks these terms, and we may change or close any part of the site.',
        },
        {
          kind: 'text',
          text: 'The sections on intellectual property, fictional works, liability and governing law continue to apply after that.',
        },
      ],
    },
    {
      id: 'governing-law',
      heading: 'Governing law',
      blocks: [
        {
          kind: 'text',
          text: 'These terms are governed by the laws of the Province of Ontario, Canada, and the federal laws of Canada that apply there, without regard to rules about conflict of laws. Disputes go to the courts of Ontario. If you are a consumer living elsewhere, you keep the protection of the mandatory laws of your home and any right you have to bring a claim in its courts.',
        },
        {
          kind: 'text',
          text: 'If something has gone wrong, please write to us before anything else. Most things can be put right in a letter.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      blocks: [
        {
          kind: 'text',
          text: 'We may revise these terms. The new version is posted here with a new “last updated” date and applies from that date on; it does not reach back to what happened earlier. If a change matters, we will say so on the site. Using the site after a change means that you accept it.',
        },
        {
          kind: 'text',
          text: 'These terms, with the Privacy Policy and the contest rules, are the whole agreement about the site. If a court finds one part of them invalid, the rest stands. If we do not enforce a part at once, we have not given it up.',
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        {
          kind: 'text',
          text: `Questions about these terms can be sent to ${author.email}, by the contact form, or by post to ${author.name}, ${author.postalAddress}.`,
        },
      ],
    },
  ],
})
