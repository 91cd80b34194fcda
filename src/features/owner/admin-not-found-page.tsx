import { DeskPage } from '#desk/page.tsx'
import { deskPaths } from '#lib/desk-paths.ts'
import { ButtonLink } from '#ui/button.tsx'

/** An address of the desk where there is nothing, or nothing any more. */
export default function AdminNotFoundPage() {
  return (
    <DeskPage title="Not found" intro="There is nothing at this address of your desk.">
      <p className="max-w-[62ch]">
        Perhaps a letter of it is missing, or what stood here was deleted. Nothing of yours is lost: every room is in
        the menu, and deleted posts and stories are in the bin.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={deskPaths.posts}>Posts</ButtonLink>
        <ButtonLink href={deskPaths.bin} variant="secondary">
          Bin
        </ButtonLink>
      </div>
    </DeskPage>
  )
}
