import { causeOf, isSignedOut } from '#desk/cause.ts'
import { SignedOut } from '#desk/signed-out.tsx'
import { upload } from '#desk/upload.ts'

/** Named one by one, so that a phone turns its own kind into one of these. */
export const kindsOfPicture = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const largest = 15 * 1024 * 1024

/** Not sent at all: what is wrong with it is known here. */
class UnfitPicture extends Error {}

/** Brings a picture to the site, and says at which address it stands from now on. `share` is between 0 and 1. */
export async function uploadPicture(file: File, onProgress: (share: number) => void = () => {}): Promise<string> {
  if (file.size > largest) throw new UnfitPicture('A picture may have at most 15 MB.')
  const { url } = await upload<{ url: string }>(file, {
    method: 'POST',
    path: '/api/owner/images',
    onProgress: (sent) => onProgress(sent / file.size),
  })
  return url
}

export function PictureTrouble({ failure }: { failure: unknown }) {
  if (failure instanceof UnfitPicture) return failure.message
  return <>Not uploaded. {isSignedOut(failure) ? <SignedOut /> : causeOf(failure).words}</>
}
