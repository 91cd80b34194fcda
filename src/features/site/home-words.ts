import { paths } from '#lib/paths.ts'
import { line, type WordSet } from '#lib/word-set.ts'

export const homeWords = {
  name: 'home',
  kind: 'page',
  title: 'Home',
  path: paths.home,
  fields: {
    challengeLink: line('The line that leads to the challenge', 'Take the House Hippo Challenge'),
    beforeEyebrow: line('Above the newest book, before its day', 'The next book'),
    beforeLink: line('The button to it, before its day or without an opening', 'Read more about it'),
    afterEyebrow: line('Above the newest book, once it is out', 'Out now'),
    afterLink: line('The button to it, once it is out and its opening can be read', 'Read how it begins'),
    freeHeading: line('Heading of what can be read for free', 'Read something for free'),
    arcBeforeHeading: line('Heading of the advance copy, before the book’s day', '{book}, early'),
    arcBefore: line(
      'About the advance copy, before the book’s day',
      'Ask for the advance reader copy and read the whole book before it is on sale. A review is welcome and never owed.',
    ),
    arcAfterHeading: line('Heading of the advance list, once the book is out', 'The advance list'),
    arcAfter: line(
      'About the advance list, once the book is out',
      '{book} is out; the list stays open for the one after it. Advance readers get the whole book before it is on sale, and never owe a review.',
    ),
    letterHeading: line('Heading of the newsletter', 'The newsletter'),
    letter: line(
      'About the newsletter',
      'News of the next book, and a free story when there is one. You can leave whenever you like.',
    ),
    postsHeading: line('Heading of your latest posts', 'From the desk'),
    support: line(
      'Under “Support Your Author”',
      'If one of my books kept you company, a coffee helps the next one along; if money is tight, telling a friend does the same work.',
    ),
  },
} as const satisfies WordSet
