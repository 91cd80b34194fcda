import { deadLinksWords } from '#lib/dead-links.ts'
import { useSite } from '#ui/site.ts'

/** Before links go out to readers: do they lead to where only this machine is? */
export function DeskDeadLinks() {
  const words = deadLinksWords(useSite().origin)
  return words && <p className="border-l-2 border-warn pl-4 [overflow-wrap:anywhere]">{words}</p>
}
