/** The five SAMPLE stories put on the shelf at first start, one for each genre. */
import type { Story } from '#features/stories/contract.ts'

type SampleStory = {
  title: string
  slug: string
  genre: Story['genre']
  featured: boolean
  editoriallyReviewed: boolean
  publicationDate: string
  description: string
  content: string
  reedyPromptsUrl: string
}

export const sampleStories: readonly SampleStory[] = [
  {
    title: 'The Wallpaper Hour',
    slug: 'the-wallpaper-hour',
    genre: 'Supernatural Suspense',
    featured: true,
    editoriallyReviewed: true,
    publicationDate: '2025-10-03',
    description:
      'Every night at 3:12 the pattern in the hall gains one more leaf. Hanna is up with the baby, and has begun to count.',
    content: `The baby woke at three, fed until ten past, and then had to be walked. Hanna walked her in the hall, because it was the one part of the house with nothing in it to hit. Fourteen steps to the front door, fourteen back. There was the stove clock at one end and the lamp on the stairs at the other, and between them there was the paper.

It was good paper, and very old: brown vines on a trellis, on a cream ground that had gone the colour of tea. Nothing else in the place had been looked after. They had bought it with a cracked furnace and squirrels. But the hall hadn’t a tear in it, or a stain, and along with the keys the lawyer had passed on a request from the seller, a Mrs. Lisgar, ninety-one, who had gone into Fairhaven with her hip. Would they please leave the hall as it was.

“It isn’t binding,” the lawyer said. “She only wanted it asked.”

To stay awake, Hanna counted leaves. She kept to the patch between the light switch and the frame of the nursery door. It was the size of a tea tray and could be done in one pass. On the first of October there were forty-one leaves in it. On the second there were forty-two.

She had slept three hours. She let it go. By the tenth there were fifty, and she told Owen.

Owen drove nights for the dairy and came in at six smelling of cold and cardboard. He was a fair man. He got down the good flashlight, counted twice, and wrote 50 on the back of his hand. The next morning he stood at the patch with his boots on, and counted, and looked at his hand, and licked his thumb and rubbed at the zero.

“I missed one,” he said.

“You did it twice.”

“Then I missed it twice.”

After that he called it the wallpaper hour. How was the wallpaper hour, he would say, hanging up his jacket, and not wait to hear. He had always slept through the day with the bedroom door open, so as to be some use. Now he shut it.

So she set out to catch it by herself. On the fourteenth she did no walking. She stood at the patch with Ruthie on her shoulder and one eye on the stove clock.

She had expected it to grow. What happened, at 3:12, was that a bit of bare ground between two stems, no bigger than a dime, went dark, like a keyhole when somebody on the far side bends down to it. That lasted about a breath. Then a line went round it. Stem, one side, the other side, vein: quickly, without fuss, as a person signs for a parcel. The dark was gone. There was a leaf there, and the ink was wet.

Ruthie did not, as a rule, look at things yet. She had turned her head to look.

* * *

Fairhaven smelled of toast. The aide was glad to see somebody.

“She’s no trouble,” she said. “Up at ten past three every night, like a baby. Does her drawing and goes off again. We leave her the light.”

Mrs. Lisgar had a chair by the window and a tray across the arms of it. On the tray, held flat by a hairbrush and a saucer, was a length of the hall paper. Hanna did not have to count it. She knew the lower corner as she knew her own teeth.

“That’s the end of the roll,” said Mrs. Lisgar. “Father hung the rest in a day, and there was that much over. Are you the girl? Do they take?”

“Take?”

“When I do one here. Does it come up at your end?”

“Every night,” said Hanna.

“Well.” She was pleased, as people are about a distant radio station. “I wasn’t sure it would carry.”

Hanna had left the baby next door and had forty minutes. She had written down some questions. She asked what happened on a night when there was no leaf.

“I couldn’t tell you. I had the flu in ’fifty-seven, but my sister did it. Hers lean.” Mrs. Lisgar took the cap off her pen and put it on again. “It finds a place to look through, you see. It finds one a night. You put something in front of it and it has to start over. It isn’t clever. It’s only patient.”

“What is it?”

“Dear, it has never had a hole bigger than a dime. I’ve done this since I was nine, and I couldn’t describe it to you.”

Hanna thought of the hall, fourteen steps of it, both sides, floor to ceiling. “But there are thousands,” she said. “The whole pattern’s leaves.”

“It was only stems when Father hung it.”

Hanna asked whether a family might simply move.

“Mother tried that. She took us to Galt, the summer I was eight. Plain walls.” Mrs. Lisgar shook her head. “You couldn’t see where it was looking from.”

A cart went by in the corridor, with cups. They both looked at the tray.

“I’m glad you came, because there was something I wanted to ask,” said Mrs. Lisgar. “It used to wander. The front door, the stairs. Up by the ceiling for most of the war; Mother had a ladder. And since the end of August it’s been here and nowhere else.” She laid a finger on the corner. “What have you got on the other side of this?”

“The crib,” said Hanna.

Mrs. Lisgar did not say anything for a time. Then she took the cap off her pen.

“You’d better watch,” she said, “how I do the stem.”

* * *

She moved the crib in beside their bed. That night’s leaf was by the bedroom door, and so were the eighteen after it.

Then there was a Thursday, in November. At 3:12 the ground went dark, and Hanna stood there and waited for the line.

The stove clock turned to 3:13.

It had never been given the time before, and it used it. The dime became a quarter. The paper leaned out, no more than an inch, and the bars of the trellis bent around whatever was leaning, as the stripes on a mattress bend around a shoulder. There was no sound. A little air came through. It was warm, and it smelled like the inside of a glove.

Ruthie put out her hand to it.

Hanna had been carrying an eyebrow pencil in her robe for three weeks and feeling foolish. Stem. The wall gave under the point and then pushed back. One side, the other side. She did it with the baby held off behind her on one arm, as you hold a plate away from a dog. It came out shaped like a mitten. She put in the vein, and went over the whole of it again, bearing down, and when she looked round the clock said 3:16.

She sat on the floor across from it until it was light.

The lawyer telephoned at nine. Mrs. Lisgar had gone in the night, quite peacefully, around three, they thought. She had left Hanna a box; he couldn’t say why. There were four pens in it and most of a bottle of brown ink, and the end of the roll, which Hanna flattened on the kitchen table. It was all there as far as Wednesday. Next to Wednesday was a leaf like a mitten.

Owen was sorry to hear it. He waited what he thought was a decent time, which was until the weekend, and then he asked if they could do the hall now, since there was nobody left to mind. He had seen a grey he liked.

“No,” said Hanna.

“Just the one side.”

“No.”

On Sunday, while he slept, she took his tape and measured the bare ground, both sides, floor to ceiling, and worked it out on the back of the lawyer’s envelope. At one a night there was room in the hall for eleven years. After that it would have to be the bedrooms.

Ruthie would be eleven by then. She would have a steady hand, if somebody started her early.`,
    reedyPromptsUrl: '#',
  },
  {
    title: 'A Polite Man',
    slug: 'a-polite-man',
    genre: 'Psychological Suspense',
    featured: false,
    editoriallyReviewed: true,
    publicationDate: '2025-06-13',
    description: 'He returned everything he borrowed. That was how we knew.',
    content: `He came to the side door, because the front one was for company. He had the casserole dish in both hands, washed, and the foil folded into a square so neat you could have mailed it. “Thank you for the loan,” he said, though none of us had lent him anything.

My mother took the dish. It was ours. It had been ours for years, and for years it had been missing, and she turned it over and found the chip in the rim and put her thumb there, the way you check a child for fever.

“You found it,” she said.

“I kept it,” he said. “That’s different.”

His name was Mr. Lyle. He had read the gas meters on our side of town until they let him go with a clock, and he lived across the back lane, upstairs, with one window. He wore a tie. I was twelve, Joan was sixteen and Marcus was seven, and we had all known him to nod to, as you know a mailbox.

My mother gave him a jar of rhubarb jam, because you do not send a person off with nothing. He thanked her for it. In the morning it was on our gatepost with the lid still sealed.

The next Friday he brought Marcus’s left rubber boot. Marcus put his hand in it, since nothing else of him would go. The Friday after that it was the good scissors, sharpened. Then the bottle opener shaped like a trout. Then a library book, four years overdue, with the fine in an envelope, in coins, and a slip of paper showing how he had arrived at the figure.

“Thank you for the loan,” he said each time. He wouldn’t step in. He never so much as looked past my mother into the kitchen. He didn’t need to, said Joan. He knew where everything was.

It was me who asked him. I met him in the lane and I asked what he had wanted with a trout.

He gave it some thought. “It was on the table,” he said. “You had all just got up.”

* * *

My mother wouldn’t go to the police. You did not call the law on a man, she said, for manners. So Joan went, after school, with the scissors in her bag, and took me along, and Constable Reddick heard her out.

“He’s been in your house,” he said.

“Years ago. He’d have to have been.”

“And now he’s bringing everything back.” He tried the scissors on the edge of his blotter. “In better condition. What is it you want me to stop?”

The constable had been to us before. Four years earlier, in April, my father went to see a man about a boat, and the man had sold the boat on the Tuesday and never saw him. They walked the lane with sticks. They were very decent. They asked was there any trouble at home, and my mother said no, and they looked at us, and we said no. I thought of the casserole dish and how it came by its chip. Nobody had dropped it.

The house had been quiet since then. We all slept well. It wasn’t remarked on.

Joan was the one who put it together. Everything that came back had gone before that April, and since that April nothing had gone at all. She told me under the blankets, with the flashlight. She had a school scribbler, and she had ruled it in two columns, and we filled it with all that any of us could remember losing: the dish, the boot, the thermos cup, the key to the mantel clock. At the bottom, with a line to itself, she printed DAD.

“He’s in and out of here for years,” said Joan. “Then Dad’s gone, and he stops. What does that look like to you?”

It looked wonderful. I can say so now. It looked like somebody else.

So on Fridays we sat on the back stairs, where you can see the side door through the rails, and Joan made her ticks. The thermos cup. The clock key. In May he brought our own spare key, to the door it opened, and knocked.

“I won’t be needing this,” he said.

My mother put it in her apron and kept hold of it in there.

“Why now, Mr. Lyle?”

“I’m at the age for giving things back.”

“And is that everything?”

“Very nearly,” he said.

* * *

The last Friday in June he had a long parcel, in brown paper, tied in three places. He had some trouble with it at the gate. Joan held the scribbler open on her knee. There was one line left on it, and she had hold of my wrist.

“Thank you for the loan,” said Mr. Lyle.

My mother undid the knots, because she saved string. It was the spade. It wasn’t on our list; none of us had missed it. He had oiled the blade and rubbed the handle down until it was like the arm of a good chair. Everything else he ever brought her, she had turned over, and put her thumb to. She didn’t touch the spade.

“I don’t believe that’s ours,” she said.

“It was against the fence,” he said, “by where the rhubarb is now. The fourteenth of April. You’d gone in to wash.” He might have been reading it off a dial. “I thought, with people coming to look for him, you wouldn’t want it standing about.”

In the front room the clock was going. We’d had the key for six weeks.

“You never said,” said my mother.

“It wasn’t mine.”

“And that’s everything.”

“That’s everything, Mrs. Baird. I never borrowed a thing I didn’t give back.”

Joan let go of my wrist. She looked at her ticks, two columns of them. He had given back one small boot. He had given back the fine on a library book, to the cent. There was one line on the page without a mark beside it, and he was standing there with his hat off, telling us he was done. That was how we knew.

She closed the scribbler as you’d close the door on someone sleeping.

Neither of them had moved. They stood on their two sides of the sill with the spade between them, being considerate.

“I don’t know how to thank you,” said my mother.

He turned his hat around by the brim. It took him the whole way round.

“I wonder,” he said, “if I might come to the front, one time.”

My mother looked over his shoulder at the yard, where the rhubarb was up to the second rail. Nothing had ever done so well for us. Then she took the spade from him and stood it inside, behind the door, with the umbrellas.

“Sunday,” she said. “We eat at one.”

He came at one. I was sent to let him in, and had to use my hip; the front door had swelled, from not being asked. He had on a fresh collar. He had nothing in his hands and didn’t seem to know where they went.

“I’ve come empty-handed,” he said.

“That’s all right,” my mother called from the dining room. “You’re company.”

She had put him in my father’s chair. She had made the casserole. He told Marcus how a meter works, and asked Joan what she meant to do with herself, and passed you the salt before you knew you wanted it. He thanked my mother for every dish by name. He had seconds of everything but the rhubarb.`,
    reedyPromptsUrl: '#',
  },
  {
    title: 'The Long Amen',
    slug: 'the-long-amen',
    genre: 'Spiritual Fiction',
    featured: false,
    editoriallyReviewed: false,
    publicationDate: '2025-04-18',
    description: 'The priest stopped mid-prayer. Somebody else finished it, from under the floor.',
    content: `Father Roche stopped on the second Sunday of Advent, at the very end, with his hand up.

He always closed with the old blessing. It wasn’t in the book. His mother had said it over six children at a farm gate near Tweed, and he had said it over St. Anne’s for thirty-one years, and nobody there had known him to look for a word of it. The Lord bless thee, and keep thee, he said. The Lord make his face—

And there he stood.

It is a small church. You could hear the candles. Mrs. Halloran, in the front pew, thought at first that he was moved. Then she saw him notice his own hand, up there in the air, as if somebody had asked him to hold it for a minute and then not come back. Sixty people looked at their boots.

“—to shine upon thee,” said a voice, “and be gracious unto thee.”

It came out of the floor.

“The Lord lift up his countenance upon thee,” it went on, from the brass grate before the altar step, where the heat comes up, “and give thee peace.” Then it coughed.

“Amen,” said everybody, rather fast.

Mrs. Halloran held that it was the Holy Ghost. Everyone else knew it was Len Kowalchuk, the caretaker. He’d had that cough since the mill.

* * *

He was on his milk crate by the boiler when Father Roche came down the cellar stairs, one at a time, in his purple, ducking the pipes.

“There you are,” said Father Roche.

“Where else would I be.”

It was a fair answer. Len had not been upstairs in nineteen years, not with anybody there. The last time was Marie’s funeral. He had stood at the front in his one suit, and Father Roche had said that same blessing over her, and at the end of it there is a word you say. Len had it in his mouth. It wouldn’t go. He took it down to the cellar with him the next morning, when he came in to see to the boiler, and he had been down there every Sunday since. The boiler wanted watching, he said. They had put in a new one in 2009. It had a thermostat, and an alarm that rang in Belleville. Nobody had brought this up.

Father Roche found the other crate. “I didn’t know you had it by heart.”

“You say it every week. It comes down the grate.”

“I thought you didn’t believe any of that.”

“I don’t. I know how it goes, that’s all.”

“Well, I believe it,” said Father Roche, “and I don’t know how it goes.” He put his hands between his knees. “I’ve been to a man in Kingston. He has pictures of the inside of my head. It’s like a sweater the moths were in. I would like to get to Easter, Len. It’s nineteen Sundays. I counted while I could.”

The boiler came on by itself, and they both looked at it.

“You could stand on the grate,” said Len. “If you’re stuck, put your heel down. Once.”

“And you’d give me the line?”

“I’d give you the line. I won’t do the end.”

“The peace?”

“The amen. The rest is only words. That one you’ve got to mean.”

Father Roche thought this over. “Then between the two of us,” he said, “there’s one decent Catholic.”

* * *

It went well enough. At Christmas the heel came down twice. By February it was five and six times of a Sunday: the Creed, the names of the sick, his own announcement about the parking. Len bought a clip-on lamp and kept the missal open on his knee. He learned to pitch it so that it reached the altar and not the pews, or thought he had. Afterwards there would be feet on the stairs, and “There you are,” and they would go over it as other men go over a hockey game: where he lost it, how he got it back. There came a Sunday when he had to be told that there had been a Mass. He took that pretty well.

“Was I any good?” he said.

The fourth Sunday of Lent it snowed sideways, and Len’s truck went off the road at the Sixth Line. He walked the rest. He got the cellar door open with what hands he had, and over his head it was nearly done. The elder Pereira boy was serving, he heard later, and had run a finger under every line of the missal, all the way through. But the blessing wasn’t in the book.

The Lord bless thee, and keep thee. The Lord make his face—

The heel came down.

He was at the wrong end of the cellar with no wind in him. He opened his mouth and all that came was the cough. The heel came down again. It’s not much of a sound, a heel on brass. He had never heard it twice.

“To shine upon thee,” said somebody upstairs.

It was Mrs. Halloran. She had a voice like a gate. “And be gracious unto thee,” said the man from the feed store; and then both the Pereira boys, each trying to get in ahead of the other; and then it was all of them, sixty people in wet coats, not fast, as you’d walk beside someone on ice. The Lord lift up his countenance. Len stood under the grate with the snow melting down his neck and it came down on top of him, every word. They had it by heart. Naturally they did. They’d been hearing it as long as he had. They had known it every Sunday since Advent, the whole church, and had sat there with their mouths shut and left it to him.

And give thee peace, they said, and stopped.

Nobody said the last of it. It was quiet for about as long as it takes to look at a floor. They were waiting, he saw, in case he’d made it in.

Len took hold of the pipe. He had it right there in his mouth.

“Amen,” said Father Roche, after a while, by himself. He said it kindly.

* * *

Father Roche got to Easter, and two Sundays over. Then they found him a room with the sisters in Peterborough, on the ground floor, and Len drove down on Thursdays. In the spring he was Len. In the summer he was the man about the furnace. By the fall he was nobody in particular, and was always offered the chair. After Christmas Father Roche stopped talking, and the sisters said not to expect it back. He sat at the window on the parking lot with his hands in his lap, as if he were minding them for someone.

Len gave him the news. There was never much. They had a young fellow from Enugu now who felt the cold, and Len had been up to see about the draft; right up, in his boots, with the flower ladies looking on. He had told all of it by ten past two. The radiator knocked. It wanted bleeding. He’d mentioned that.

“The Lord bless thee,” said Len, since it was something he knew. “And keep thee. The Lord make his face—”

He stopped. He could not have told you whether he did it on purpose.

A car backed out, and turned, and left. Then one of the hands came up out of the lap.

“To shine upon thee,” said Father Roche. The voice had dust on it. “And be gracious unto thee.” He was looking at the window, and then he was not; he was looking at Len. “The Lord lift up his countenance upon thee.” He did not hunt for a word of it. “And give thee peace.”

And he waited. He had always been good at waiting for people. The radiator knocked, and quit, and the hand stayed up where it was, trembling a little from its own weight.

Len had been carrying it for twenty years. It was smaller than he remembered.

“Amen,” he said.

“There you are,” said Father Roche.`,
    reedyPromptsUrl: '#',
  },
  {
    title: 'What the Choir Kept',
    slug: 'what-the-choir-kept',
    genre: 'Supernatural Drama',
    featured: false,
    editoriallyReviewed: true,
    publicationDate: '2024-11-22',
    description: 'Two sisters, one voice between them. It changes hands at midnight, and Sunday is coming.',
    content: `There was one voice between us, and Constance had it on weekdays.

It was the fever of 1951. We went into it with a voice each, and when it was over there was one left in the house and two girls who wanted it. The doctor looked down our throats with a spoon and found nothing the matter with either of us. In that case, said Mother, we could share nicely. She drew up the hours on the back of a seed calendar and they were never changed. Con had Monday to Saturday, because she was nine and had opinions. I had Sunday, because I could carry a tune. It crosses over at midnight. It feels like swallowing tea.

You get used to it. Con went to work on the telephone exchange, and then on the complaints desk at the co-op, and told the butcher what she thought of him. I kept the books at the lumberyard, where nobody wanted me to say anything. On Sundays I got up at five and read the cereal box out loud. Then I went to St. Brendan’s and sang. I never came to practice, having nothing to practise with. I walked in, opened the book and had it right. Mr. Fenwick said in front of people that he had not met another sight-reader like me, and I am afraid I believed him.

Now it was a Saturday night, and Con was in the county hospital with a tube in her arm. She was eighty-two. The doctor, who was about twelve, said it might be a matter of hours.

“He means I might go while I’ve still got it on me,” said Con, when he had left. “That would fix you.”

I wrote on my pad: Don’t talk nonsense.

“I’ve got it till midnight. I’ll talk what I like.”

She did. She spent it like money from a country she was leaving. At ten she ran down. In the next bed a woman was asleep with the radio on, very low.

“Go on,” said Con. “You’ve had that face since 1963. Ask me.”

I wrote one word and turned the pad around.

* * *

Teddy Marchetti courted me for thirty-one Sundays. He thought that not speaking on weekdays was something religious, and respected it. Then he was given a post in Prince Rupert, at the other end of the country, and he wrote to say so, and asked me something, and said he would telephone on the Friday from the station for his answer. If it was yes he would buy two tickets for the Monday.

A Friday was Con’s. So we stood in the front hall together with the receiver between our heads, and she was to say it for me. It was the same voice. He would never know.

I heard him ask. I nodded, like a fool, at the barometer. Con looked at me. Then she put her mouth to the telephone and said, in my voice, “No, thank you, Teddy.”

By the time I got it away from her the line was dead, and I don’t know what I thought I was going to do with it.

I wrote to him. He answered once. He’d had it from my own lips, he said, and he admired a woman who knew her mind.

On the Sunday I had the voice, and I didn’t use it on her. It was the one thing I had that she wanted. I have not mentioned it from that day to this, and neither did she, and we have shared a kitchen.

* * *

Con read the pad. She looked at the ceiling tiles.

“You’d have needed weekdays,” she said. “Married. You can’t call a child in off the road with a pencil.”

I waited.

“I’d have come down to Sundays. Not even that; he was going to Prince Rupert. I stood in that hall and I thought, it’ll be on that train Monday, and I will never say another word as long as I live.” She moved her hand on the blanket. “So I said that one.”

I got up and went out. I would like to tell you I had some fine thought in the corridor. I looked at the coffee machine.

Bernadette Quill was on the bench across from it with her hat on. Second alto; sixty years of peppermints. They wouldn’t let her in, not being family. She had brought me tomorrow’s music in a bread bag.

“It’s the Stanford,” she said. “But you know the Stanford. You had it Thursday, and lovely, too, for a woman that sick. We got her a chair.”

Then she put her glove over her mouth.

I sat down beside her. I didn’t write anything. People will always tell a person who can’t interrupt.

“She made us swear,” said Bernadette. “There’s only me and Fenwick left of the ones who swore first, but we always swear in the new ones. It’s the voice that has to learn it, isn’t it? Not the head. So she’d bring it Thursdays and go over your part until it was in there, and then you’d only to walk in and open the book.” She found a peppermint and held it. “You mustn’t mind. It’s the one thing that choir ever kept. We never kept time.”

Thursday was Con’s whist. She had gone out to whist every week since the fall of 1963, in her good coat, with a purse of dimes, and come home hoarse and blamed the smoke. She never once won.

I thought of Mr. Fenwick saying it in front of people. I thought of all their faces.

“What I don’t know,” said Bernadette, “is who’ll do Thursdays.”

* * *

It was ten to twelve when I went back. Con’s eyes were shut.

“You’ve been told something,” she said. “You’re walking like a bailiff. What’s the time?”

I held up ten fingers.

“Then I’d better last. You’ll be wanting to shout.”

She moved over. There was no room, but I took off my shoes and got up beside her, as we had been in the fever, with the rail in my back, and we watched the clock over the door. Neither of us used the ten minutes for anything. With a few seconds left she smiled, and lifted her chin, as she must have done at the exchange.

“At the tone,” said Con, “the time will be exactly—”

And it came across. Her lips finished it without her.

There I was with it. I’d had sixty-one years to get it ready, and I had got it ready: there were several drafts. She had handed it over in beautiful condition. I opened my mouth.

“Whist,” I said.

Con began to shake. I reached for the bell, and then I saw what it was. She was laughing. It went on and on, with the tears running into her ears and not a sound coming out, so I did the noise for both of us, until the nurse came.

* * *

She went at ten past five, on my day, without a word.

At eleven I sang the Stanford. I had not seen it before in my life, and I had it right. There is a breath in the ninth bar, in the middle of a word, where no breath belongs. I have been taking breaths like that for years and had put it down to age. It was a smoker’s breath. I took it.

On Monday I lay still until it was light. Then I said her name at the ceiling, and waited, in case it was wanted elsewhere. It was still there on Tuesday. I told the butcher what I thought of him.

On Thursday I put on her good coat, and found the dimes in the pocket, and went out to whist.`,
    reedyPromptsUrl: '#',
  },
  {
    title: 'Left at the Lamp',
    slug: 'left-at-the-lamp',
    genre: 'Mystery Thriller',
    featured: false,
    editoriallyReviewed: false,
    publicationDate: '2024-08-30',
    description: 'Three witnesses, three different brides, one dress. The stenographer took down every word.',
    content: `I took down all three statements, so I can tell you what was said. Sergeant Bixby asked the questions. I sat at the small table under the clock with my book open and my cuffs buttoned, and it was eighty-eight degrees.

“Undo your collar, Mrs. Hallam,” said the Sergeant. “Nobody here will mind.”

I said I was quite comfortable.

Lorna Peale had been married six hours. At twenty to eleven on Saturday night she went to the cloakroom of the curling club to have a hem pinned, and that was the last her husband saw of her. She had no coat and no purse. She was twenty-three, five foot five and fair, in ivory satin to the floor, and as the Sergeant said, you would think a person could find that.

Her husband was in our corridor. Gordon Peale owned the boatyard. He had taught half the constables to skate, and I never heard a word against him. It was Monday and he still wore his carnation; he must have been keeping it in water. “I only want her home,” he said, whenever the door opened. He said it nicely, and looked past whoever it was to see who was behind them.

The witnesses all lived on Tanner’s Row, which runs down from the club to the street lamp at the bottom. Numbers two, three and four: they shared their walls. None of them had a husband you could telephone. I held the Book for each in turn; the Sergeant liked a thing sworn.

* * *

Mrs. Oake was sixty-eight and sat down in stages.

“Ten to eleven,” she said. “I was on the porch for the air, and I saw the bride.”

“Describe her.”

Mrs. Oake looked at her hands. The clock above me gave its little cough. “A tall girl,” she said. “Six foot, nearly. Big red head of hair, coming down at the back.”

“Lorna Peale is fair.”

“I’m telling you what I saw.”

“And the dress?”

“Ivory satin. Thirty buttons down the back, and the third one doesn’t match.”

“You noticed a button. At night.”

“You notice a dress,” said Mrs. Oake.

“And which way did she go?”

“Left at the lamp. Down to the water.”

Then we had Mrs. Tully, from number three, who cleaned at the school. She had to push the chair back to make room for her knees. She wore a scarf tied tight over her hair, in that heat, and I thought: there’s two of us.

“Five past eleven,” she said. “I was putting the cat out.”

“And you saw a tall girl with red hair.”

“No.” She thought. I had time to square my page. “Little bit of a thing. Dark. She had the skirts up in both fists or she’d have gone on her face. She stopped under the lamp and crossed herself.”

“Dark,” said the Sergeant.

“Black. But it was the dress, all right. It’s been let out and taken in, that dress, you could tell by the seams. Then she went left, down to the water.”

Mrs. Kovacs, from number four, came last. Her feet did not reach the floor. She took the oath, and crossed herself after it for good measure. At twenty past eleven, she said, she heard steps and went to the window.

“Now think,” said the Sergeant. He had stopped sounding like a policeman and begun to sound like a man returning a toaster. “What did she look like?”

Mrs. Kovacs closed her eyes. “An old lady,” she said. “Heavy. Grey. She has a white shoe in her hand, because of her foot. There is a low wall there, and she must rest. She sits down—” And she showed us, with the flat of her hand, a bit at a time.

My pencil went through the paper.

“Let me guess,” said the Sergeant. “She went left.”

“Left at the lamp,” said Mrs. Kovacs. “To the water.”

* * *

He put them on the bench in the outer office until I had it typed, and shut the door, and leaned on it.

“A tall one, a short one and an old one,” he said. “What was it, a parade?”

I said I couldn’t say.

“It’s the dress. You put a woman in one of those and nobody looks at the top end.” He was pleased with that and wrote it down himself. “But I’ll tell you what I do believe. They can’t agree if she was twenty or seventy, and every last one of them says left. When three fools agree, that’s your fact.” And he picked up the telephone and had the slip dragged again.

I typed. I had been doing it for eleven years, and had learned one thing that isn’t in the manual. People pause before the true thing. What they want you to have, they bring with them, ready, like the right change. There is no sign for a pause in shorthand, and nobody has asked me for one, so I leave them out. I left them out now. Mrs. Oake, before the red hair. Mrs. Tully, before the small dark one. Mrs. Kovacs, with her eyes shut, before the old lady and the wall. Each of them had stopped and had a look at it, and then told the Sergeant exactly what she saw.

And nothing at all before left. Left had come out like a name and address.

Right at the lamp is the highway. The Toronto bus goes by at five to eleven and will stop if you put up a hand. The driver had been asked, on Sunday, if he had picked up a bride.

I looked through the glass at the bench. A tall one, a short one and an old one, with their purses on their knees. The constables went by them all afternoon and didn’t turn their heads. Not one of them had on a thing you’d notice.

* * *

Gordon Peale stopped me in the corridor with the carbons against my chest. He did it very pleasantly. He took hold of my arm above the cuff, and his hand went to the place as if it had been marked for him.

“You’ll have heard them,” he said. “Just tell me which way she went.”

“Mr. Peale, I’m not supposed—”

“Which way?”

“Left,” I said.

I didn’t stop to think about it. He thanked me, and let go, and went to take a boat out.

The three of them signed. When Mrs. Tully bent to do it her scarf slipped, and she tucked back what came out from under it with one finger, and looked up to see if I had seen. I blotted her name. It was ten past five. Ray had the truck across from the steps with the engine running. Ray likes me out at five.

They were on the steps too, waiting for nothing that I could see.

“You do a clean page,” said Mrs. Oake.

“I only put down what’s said.”

“And every word of it so. We none of us would lie on the Book. She went left each time.” She had come up a step, so that we were level. “You left out a good deal, though, I thought.”

I said nothing. She was looking at my collar, and at the one cuff and then the other. “Is that your husband, dear?”

“Yes.”

“And is he good to you?”

“Very,” I said, straight off.

Ray put his hand on the horn and kept it there. None of the three turned round. Mrs. Oake waited to see if there was any more, the way I wait, and then she put her head on one side and ran her eye over me from the shoulders down, taking her time, like somebody with pins in her mouth.

“It’ll want letting out,” she said to Mrs. Tully. “Across the back.”`,
    reedyPromptsUrl: '#',
  },
]
