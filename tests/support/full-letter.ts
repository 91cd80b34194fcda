type Parts = Record<'picture' | 'book' | 'story' | 'post' | 'file', string>

/** Everything that a letter of hers may have in it, about works that stand at these addresses. */
export const fullLetter = ({ picture, book, story, post, file }: Parts) => `Dear {first name|reader},

The new one is finished. It is called *The Driver’s Promise*, it is **three hundred pages long**, and I have not slept properly since the middle of it.

## What is in it

- a road that was there before the town
- a promise made to somebody who could not hear it
  - and one made to somebody who could
- eleven letters, of which you have [read the first](https://elsewhere.example/first)

![A desk at night, one lamp lit](${picture})

> Whoever drives at night owes the dark an answer.

[The Driver’s Promise](/books/${book})

[Read the story that came before it](/short-stories/${story})

[What I wrote about the files](/blog/${post})

1. Take it with you.
2. Tell me where you were when the lamp went out.

[Your own copy, until it is out](/get/file/${file})

---

[Answer me](https://elsewhere.example/answer)

Until the first frost.`
