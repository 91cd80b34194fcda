import { causeOf, isSignedOut } from '#desk/cause.ts'
import { SignedOut } from '#desk/signed-out.tsx'
import { upload } from '#desk/upload.ts'
import type { Picture } from '#features/images/contract.ts'

/** Named one by one, so that a phone turns its own kind into one of these. */
export const kindsOfPicture = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const largest = 15 * 1024 * 1024
/** Where one picture stands alone, a smaller one is a mistake. */
const narrowest = 100

/** What is wrong with it is known here. */
class UnfitPicture extends Error {}

/** Brings a picture to the site, and says at which address it stands from now on. `share` is between 0 and 1. */
export async function uploadPicture(file: File, onProgress: (share: number) => void = () => {}): Promise<string> {
  if (file.size > largest) throw new UnfitPicture('A picture may have at most 15 MB.')
  const { url, width, height } = await upload<Picture>(file, {
    method: 'POST',
    path: '/api/owner/images',
    onProgress: (sent) => onProgress(sent / file.size),
  })
  if (width < narrowest)
    throw new UnfitPicture(
      `That picture is ${width} × ${height} dots: nobody would see it. Choose one at least 600 across.`,
    )
  return url
}

export function PictureTrouble({ failure }: { failure: unknown }) {
  if (failure instanceof UnfitPicture) return failure.message
  return <>Not uploaded. {isSignedOut(failure) ? <SignedOut /> : causeOf(failure).words}</>
}
