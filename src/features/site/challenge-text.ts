import type { Author } from '#lib/author.ts'

export type ChallengeVideo = {
  id: string
  name: string
  description: string
  /** a calendar date, YYYY-MM-DD */
  uploadDate: string
}

export const hashtag = '#HouseHippo'

export const challengeVideos = ({ challenge }: Author): readonly ChallengeVideo[] => [
  {
    id: challenge.originalVideo,
    name: 'The house hippo: the original 1999 public service announcement',
    description:
      'The one-minute announcement by Concerned Children’s Advertisers, first shown in Canada in May 1999: a convincing film about an animal that does not exist, and a reminder to question what you see.',
    uploadDate: '1999-05-01',
  },
  {
    id: challenge.challengeVideo,
    name: 'The House Hippo Challenge',
    description:
      'The invitation: invent a harmless thing that is not true, make it convincing, then own up. The top-voted entry wins a free book each month.',
    uploadDate: '2025-07-26',
  },
]
