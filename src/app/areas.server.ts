import type { ComponentType, ReactNode } from 'react'
import { DeskFrame } from './desk-frame.tsx'
import { deskFolders, deskMap } from './desk-routes.tsx'
import { Frame } from './frame.tsx'
import type { PageMap } from './page-map.tsx'
import { siteMap } from './routes.tsx'

/**
 * Two programs in one house: the readers' site and the owner's desk. Each has its map, its frame and its own code, which the
 * readers' fetches with the first sign of a hand, and the desk at once.
 */
export type Area = { map: PageMap; Frame: ComponentType<{ children: ReactNode }>; entry: string; isEager: boolean }

const site: Area = { map: siteMap, Frame, entry: 'src/app/entry-site.tsx', isEager: false }
const desk: Area = { map: deskMap, Frame: DeskFrame, entry: 'src/app/entry-desk.tsx', isEager: true }

/** Each answers for itself what it does not know: the desk to its owner, the site to everybody. */
export function areaOf(pathname: string): Area {
  const isDesk = deskFolders.some((folder) => pathname === folder || pathname.startsWith(`${folder}/`))
  return isDesk ? desk : site
}
