import { socialPlaces } from '#lib/author.ts'
import type { Profile } from './contract.ts'

type Texts = Record<string, string>

const groups = ['social', 'support', 'photograph', 'deskPicture', 'challenge'] as const

/** The profile as the fields of a form: one text each, a part of a group by both names. */
export function textsOf({ genres, ...profile }: Profile): Texts {
  const { social, support, photograph, deskPicture, challenge, ...lines } = profile
  const parts = Object.entries({ social, support, photograph, deskPicture, challenge }).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  )
  return { ...lines, genres: genres.join(', '), ...Object.fromEntries(parts) }
}

/** And back, as the call takes it. */
export function profileOf(texts: Texts): Record<string, unknown> {
  const { genres = '', ...rest } = texts
  const isPart = (name: string) => name.includes('.')
  const ofGroup = (group: string) =>
    Object.fromEntries(
      Object.entries(rest)
        .filter(([name]) => name.startsWith(`${group}.`))
        .map(([name, value]) => [name.slice(group.length + 1), value]),
    )
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !isPart(name))),
    genres: genresOf(genres),
    ...Object.fromEntries(groups.map((group) => [group, ofGroup(group)])),
  }
}

/** As she types them, with commas. */
export function genresOf(text: string): string[] {
  return text
    .split(',')
    .map((genre) => genre.trim())
    .filter(Boolean)
}

export const socialFields = Object.entries(socialPlaces).map(([name, label]) => ({ name: `social.${name}`, label }))
