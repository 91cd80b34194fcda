/** The three SAMPLE posts published at first start. */

type SamplePost = {
  title: string
  slug: string
  excerpt: string
  content: string
  coverImage: string | null
  category: string
  tags: string[]
  isFeatured: boolean
  publishedDate: string
}

export const samplePosts: readonly SamplePost[] = [
  {
    title: 'Seven Files, in Order',
    slug: 'seven-files-in-order',
    excerpt:
      'How the clinic came to have seven books, which one to open first, and what it will cost you to start anywhere else.',
    content: `The question I am asked most is what order to read the clinic books in. The second is whether I am all right. I will take the first.

Patient 92. Let the Dead Rest. Rebirth. Genesis. Step Back. Nexus of Lies. Final Reckoning. The number is on each cover, for the use of anyone who finds one at a cottage with the others missing.

There were not supposed to be seven. There was supposed to be one, and it was supposed to be short. I used to be a night clerk in a hospital records room, where the work was to make the charts agree with the beds. They nearly always did. One night I had a chart over. I counted again, and then I did what anyone does at four in the morning with a sum that won’t come out: I put it at the bottom of the pile for the day shift. By seven it had been signed for. I never could read the signature.

That was the whole idea. Ninety-one beds, ninety-two charts, and a night nurse, Iris Tamm, who has more character than I do and goes to look.

I finished it and shut the drawer, and the drawer did not stay shut. There was the matter of where a clinic puts the people it has finished with, so that was the second book. Then one of them came back and signed in at the desk. I would have stopped at three, which is a respectable number. But by then Iris had got into the director’s cabinet and found the first file in it, and the name on the file was hers. After Genesis I quit telling people how many there would be.

Can you start somewhere else? People do. Here is what it will cost you.

Start with Let the Dead Rest and you will come to no great harm. You will trust somebody you shouldn’t.

Start with Rebirth and you will meet Tobias Renn before you have had the chance to miss him.

Start with Genesis and you will know a thing about Iris that she doesn’t find out for three books. The early ones will then be sad in the places where they ought to be frightening.

Step Back can be read by itself, by people who live on the ground floor.

Nexus of Lies has six liars in it. You would do well to have met them on a good day.

Nobody should start with Final Reckoning. Somebody always does. They write to say that they liked it very much, and who is everyone?

None of them is long. They run to about sixty thousand words, the last a little over seventy, and if you read all seven you will have read 438,900. I know because a reader added them up, and because I checked. I did not like the idea of one left over.

As for the other shelf: the Veil Song books are True Veil, then Echo of the Veil, then Veil’s Last Song. Keep to that. It gets closer, and you want to see it coming.

The Veil Lives is not the fourth of those. It has a veil in it, but another house and other people, and nobody sings. I would have called it something else, but by then it was answering to that.

The Driver’s Promise and Voss Trials stand alone, and can be taken in any order, in good light.

If you have only the one night, take Patient 92. If you find you are still awake, there are six more.`,
    coverImage: null,
    category: 'Reading Order',
    tags: ['Clinic Binge', 'Veil Song', 'where to start'],
    isFeatured: true,
    publishedDate: '2025-09-16T13:00:00.000Z',
  },
  {
    title: 'How to Read an Advance Copy',
    slug: 'how-to-read-an-advance-copy',
    excerpt:
      'There is no exam. A few notes on reading a book before it is finished, and on writing a review that is some use to anybody.',
    content: `Voss Trials comes out on November 1. Some of you will have it sooner. This is a note on what to do with an advance copy, because nobody ever tells you, and people get the idea that there is an exam.

An advance copy is the whole book, a little before it has finished being made. It comes as an EPUB and will open on most things with a screen. There will be mistakes in it. Some are mine, and some were done to me.

The first thing to do is read it. I mention this because advance copies tend to be saved for the right moment. The right moment is a bad night. Read it as you would anything: on the bus, in the bath with due care, stopping at the ends of chapters where I have left you the choice.

The second thing is that you don’t owe me a review. I know it says so on the form. I am saying it again because readers are polite, and polite people think a gift is an invoice. If you don’t finish, don’t. If you never write a word, nobody will come to the door.

Should you want to write one, here is what helps. It isn’t the stars.

Say what sort of book it is, as you would to a friend who was already putting on her coat. “A jury gets called back, to the defendant’s house” is worth any amount of “gripping.” I have been called gripping by people who were thinking about lunch.

Say who it is for, and who it isn’t for. “Good if you like courtrooms; not if you need to like everybody.” The wrong readers will be spared, and they are the ones who write to me.

Say what didn’t work, and where. “The second evening drags” is something I can use. I have kept one review of The Driver’s Promise over my desk for years. It gave the book two stars, and said she had guessed about the driver by page forty. It did not say what she had guessed. I still don’t know if she was right.

Don’t say who. Don’t say what was behind it. You may say that there is a cellar.

Say that the copy was free. One sentence does it: “I received a free advance copy of this book.” It is only honest, and in a good many places it is also the rule.

And say what you thought, good or bad. A bad notice will not get you taken off the list. I spent eleven years in courtrooms taking down every word, including the ones about me. The only thing that would worry me is twelve reviews in the same phrases. Witnesses are not supposed to confer.

If you find a mistake, send it, with a few words of the sentence it was in, since page numbers wander on a screen. Look twice first. There is somebody in this book who gets the order of things wrong, and that one is on purpose. If yours is real I will mend it while there is time and thank you by name in the back, unless you would rather not be found.

Please keep the file to yourself. The early copy has the early mistakes, and I would like them to go no further than you.

One last piece of advice. Read the final chapter with both of your thumbs where you can see them. You’ll know why, or else you won’t, and in that case I should be glad to hear about it.`,
    coverImage: null,
    category: 'For Readers',
    tags: ['ARC', 'reviews', 'Voss Trials'],
    isFeatured: false,
    publishedDate: '2025-08-05T13:00:00.000Z',
  },
  {
    title: 'Why the Covers Are Only Lines',
    slug: 'why-the-covers-are-only-lines',
    excerpt: 'There is never anyone on my covers, I am told. There is somebody on most of them.',
    content: `At a library evening last winter a woman put up her hand and asked why there is never anyone on my covers. I said there was somebody on most of them. She went back to the table to look. When she sat down again it was in a different row.

They are only lines. That is the rule, and there is just the one: a field of fine lines, and something behind them. Nothing is given an outline. Where there is a shape, it is because the lines have had to go round. You aren’t shown a figure. You are shown that the cloth knows about it.

I came to this by way of paper. I was a court reporter for eleven years, and what a court reporter makes is a narrow strip of marks that nobody else in the room can read. Then I was a clerk in hospital records, which was more strips. You learn to go down a page looking for the place where it has been disturbed. A heartbeat is a straight line that somebody keeps interrupting. So is testimony.

There are three kinds, and you can tell them apart from across a shop.

Lines that hang are cloth. Those are the Veil Song books, in violet. On True Veil a head and shoulders have come up against the back of the curtain. On Echo of the Veil there are more of them, going off to either side. On Veil’s Last Song the curtain is open and nobody is there. Readers tell me they find that last one restful. I have stopped correcting them. The Veil Lives hangs too, in bone, and all it has is a hand. One is enough.

Lines that lie flat are charts. That is the clinic, seven times, in the green of an old monitor. There are ninety-two on the front of Patient 92, and people count. I had a letter from a man who made it ninety-one and wished to complain. The next day I had another, which said in full: Found it.

Lines that run to a point are witnesses. On The Driver’s Promise the road and the wheel share theirs, and you are in the car. On Voss Trials they close up into a fingerprint, which is everything the court could agree on, with one clean cut across it, which is what the book is about.

I was asked what I did not want, and had a list. No birds. No trees in mist. No blood; it is the first thing people stop seeing. And not the woman in the good coat, from behind, walking toward a house with one window lit. I have nothing against her. She has been on so many books. She must be tired, and she never does get to the house.

There is a practical side. Lines print cleanly on a library slip. They hold at the size of a stamp, which is the size at which most of us now meet a book. They don’t date, because they aren’t wearing anything.

But that isn’t the reason. The reason is that I am not much afraid of a face at the window. A face is a fact; you can telephone someone about a face. What I am afraid of is the curtain that hangs a little fuller than it did, because then it is up to me. I wanted a cover that would do that from a night table, lying on its back, with the lamp off.

If one of them should seem to move while you are looking at it, that is only what fine lines do. It has a name: moiré. I looked it up, and was reassured for most of an evening.`,
    coverImage: null,
    category: 'Behind the Books',
    tags: ['covers', 'Veil Song', 'Clinic Binge'],
    isFeatured: false,
    publishedDate: '2025-05-13T13:00:00.000Z',
  },
]
