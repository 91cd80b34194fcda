import { socialPlaces } from '#lib/author.ts'
import type { Profile } from './contract.ts'

type Texts = Record<string, string>

const groups = ['social', 'support', 'photograph', 'deskPicture', 'challenge'] as const

/** The profile as the fields of a form: one text each, a part of a group by both names; a list is one text with commas. */
export function textsOf({ genres, pages, home, ...profile }: Profile): Texts {
  const { social, support, photograph, deskPicture, challenge, ...lines } = profile
  const parts = Object.entries({ social, support, photograph, deskPicture, challenge }).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  )
  const named = pages.flatMap(({ key, label, place }) => [
    [`pages.${key}.label`, label],
    [`pages.${key}.place`, place],
  ])
  return {
    ...lines,
    genres: genres.join(', '),
    pages: pages.map(({ key }) => key).join(),
    home: home.join(),
    ...Object.fromEntries([...parts, ...named]),
  }
}

/** And back, as the call takes it. */
export function profileOf(texts: Texts): Record<string, unknown> {
  const { genres = '', pages = '', home = '', ...rest } = texts
  const isPart = (name: string) => name.includes('.')
  const ofGroup = (group: string) =>
    Object.fromEntries(
      Object.entries(rest)
        .filter(([name]) => name.startsWith(`${group}.`))
        .map(([name, value]) => [name.slice(group.length + 1), value]),
    )
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !isPart(name))),
    genres: listOf(genres),
    pages: listOf(pages).map((key) => ({
      key,
      label: rest[`pages.${key}.label`],
      place: rest[`pages.${key}.place`],
    })),
    home: listOf(home),
    ...Object.fromEntries(groups.map((group) => [group, ofGroup(group)])),
  }
}

/** As she types genres, with commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

export const socialFields = Object.entries(socialPlaces).map(([name, label]) => ({ name: `social.${name}`, label }))
