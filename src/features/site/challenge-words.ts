import { paths } from '#lib/paths.ts'
import { line, prose, rows, type WordSet } from '#lib/word-set.ts'

export const challengeWords = {
  name: 'challenge',
  kind: 'page',
  title: 'House Hippo Challenge',
  path: paths.challenge,
  fields: {
    lead: line('Under the heading', 'Make something up. Make it convincing. Then tell the truth about it.'),
    introHeading: line('Heading of the first part', 'A small lie, told kindly'),
    intro: prose(
      'What the house hippo was',
      `In May 1999 a short nature film began to appear on Canadian television. It ran about a minute. It showed a hippopotamus small enough to live in a cupboard, crossing a kitchen floor at night for the crumbs of peanut butter toast, meeting the cat, and making its bed out of lost mittens. The narrator was calm. The pictures were good. More than a few children got up and looked.

Then the narrator owned up. There was no such animal. It had only looked real, and that was worth remembering the next time something did: think about what you are watching, and ask questions.

It was a public service announcement by Concerned Children’s Advertisers, a group of Canadian companies that made them for young viewers. It had nothing to sell. It fooled children once, gently, so that they would know how being fooled feels.`,
    ),
    whyHeading: line('Heading of the second part', 'Why it matters now'),
    why: prose(
      'Why it matters',
      `That hippo took a film crew, an effects house and a good deal of stock footage. Today one person can make a better one before breakfast, with a face you know and a voice you trust, and no narrator comes on at the end. MediaSmarts, Canada’s centre for digital media literacy, has brought the hippo back twice for that reason: in 2019 for the internet, and in 2024 for deepfakes.

I have a stake in this. I make things up for a living, and I put the word fiction on the cover. That is the whole bargain. Somebody ought to stand up for it.`,
    ),
    challengeHeading: line('Heading of the challenge', 'The challenge'),
    challenge: prose(
      'The challenge',
      `Make a house hippo of your own. Invent something small, harmless and untrue: an animal, a machine, a custom, a place. Give it habits. Make us believe in it.

Then end by saying that it is not real, and show how we might have known. The reveal is the point. An entry without one is only a lie.`,
    ),
    waysHeading: line('Heading of the ways to enter', 'Three ways to enter'),
    ways: rows(
      'The ways to enter, one a line: the way, a colon, a sentence',
      `A video: From 45 seconds to 1 min 20 sec. Live action, animation, sock puppets, a phone propped against the cereal: all of it counts.
A storyboard or scene reel: Drawn, photographed or cut together from stills. Put the shots in order and let us see the moment the truth comes out.
A short written story: Paired with an image, an animation or a voiceover. Keep it short enough to read before the kettle boils.`,
    ),
    postHeading: line('Heading of where to post', 'Where to post it'),
    post: prose(
      'Where to post it',
      `Post your entry in the challenge’s social group, or publicly on social media with #HouseHippo. If any of it was made with AI, say so in the post.

Then ask people to vote, and to say when they stopped believing you.`,
    ),
    prizeHeading: line('Heading of the prize', 'The prize'),
    prize: prose(
      'The prize',
      `Each month, the top-voted entry wins a free book of choice: any published title by the author, as an ebook.

One winner, every month, no purchase. The hippo takes no share.`,
    ),
    rules: prose(
      'The contest’s rules; each begins with a small heading',
      `### Sponsor

The contest is run by {post} (“the sponsor”). Questions go to {contact}. By entering you accept these rules and the sponsor’s decisions made under them.

### Who may enter

Anyone aged 13 or over who lives in the contest area. If you are under the age of majority where you live, you need the permission of a parent or guardian, who accepts these rules for you and receives the prize on your behalf. You must also meet the age rules of the network on which you post.

The sponsor, people working for the sponsor and members of their households may not enter.

### No purchase necessary

Entry is free. Nothing has to be bought, and buying a book, joining the mailing list or supporting the author does not improve your chances.

### Contest area

The contest is open in Canada (excluding Quebec) and the United States. It is void in Quebec, and wherever else it is prohibited or restricted by law.

### Contest periods

Each contest period is one calendar month in Eastern Time: from 12:00 a.m. on the first day to 11:59 p.m. on the last. An entry belongs to the month in which it is posted. It is not carried over, but you may enter something new in another month.

### How to enter

Post one of the following in the challenge’s social group, or publicly on social media with #HouseHippo. The limit is one entry per person in each contest period. An entry is:

- a video of 45 seconds to 1 min 20 sec; or
- a storyboard or scene reel; or
- a short written story paired with an image, animation or voiceover.

Every entry must:

- present something invented, and say clearly before it ends that it is not real
- be your own work, and use other people’s words, pictures, music or likeness only with permission
- say in the post if any part was made with artificial intelligence, and which part
- be fit for viewers of 13 and over, with no hate, harassment, danger to people or animals, or private details about anyone
- make no false claim that could cause harm, such as about health, emergencies, elections or a real person

Entries that break these rules are disqualified. An entry that hides its use of artificial intelligence rather misses the point, and is disqualified too.

### How votes are counted

All votes are counted in one place, the challenge’s social group. Within three days the sponsor links each eligible entry posted elsewhere into that month’s voting thread. One positive reaction by one account on the entry’s post in the group is one vote; comments and shares are not counted. Voting for a month closes at 11:59 p.m. Eastern Time on the fifth day of the following month.

Votes that were bought, traded, automated or cast from false accounts are not counted, and an entrant who arranged them is disqualified. Where entries are tied, or where the votes cannot be relied on, the sponsor chooses among the leading entries on three equal grounds: how convincing the invention is, how clear the reveal is, and originality. Nothing is decided by chance.

### Prize

There is one prize in each contest period: one ebook, chosen by the winner from the author’s published titles. Its approximate retail value is CAD 6. It cannot be exchanged for money. If the chosen title cannot be delivered, the winner chooses another.

### Chances of winning

Your chances depend on the number and quality of the eligible entries in the month and on the votes they receive. No number of entries is needed for the prize to be awarded. If a month brings no eligible entry, no prize is awarded for it.

### Notice and claim

The winner is told within ten days of the end of the month, by a reply or message where the entry was posted, and is named in the group by account name. To claim, answer within 14 days with an email address for delivery and your choice of book. The book is sent within 14 days of your answer. If there is no answer, or the winner is not eligible, the prize goes to the entry with the next most votes.

### Your rights in your entry

You keep the copyright in your entry. By entering you give the sponsor a free, non-exclusive, worldwide licence to show, link to and share the entry, with your account name as credit, on this site and in the challenge’s own channels, to run and promote the challenge. The entry will not be sold, or used to train machine-learning systems. Ask at any time and it will be taken down from the sponsor’s channels.

### Social networks

The contest is in no way sponsored, endorsed or administered by, or associated with, any social network, video service or bookseller. You give your information to the sponsor and not to them, and you release them from responsibility for the contest. Their own terms apply to what you post.

### Privacy

The sponsor uses your account name, and the address you give if you win, to run the contest and deliver the prize. Entering does not add you to a mailing list. Do not send entries through the contact form. The Privacy Policy applies to everything the sponsor keeps.

### General conditions

The sponsor may change or end the contest if fraud, technical failure or anything else beyond reasonable control prevents it from running fairly; a month already under way is then settled on the eligible entries received. To the extent the law allows, the sponsor is not responsible for posts that are lost, late or removed by a network, or for loss that comes from taking part.

### Governing law

These rules are governed by the laws of the Province of Ontario and the federal laws of Canada that apply there. Nothing in them takes away rights that the law of your home gives you and that cannot be waived.`,
    ),
    disclaimer: line(
      'Below the rules',
      'This challenge is the author’s own. It is not run, sponsored or endorsed by the makers of the 1999 announcement, by MediaSmarts, or by any social network.',
    ),
  },
} as const satisfies WordSet
