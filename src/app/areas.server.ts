import type { ComponentType, ReactNode } from 'react'
import { DeskFrame } from './desk-frame.tsx'
import { deskMap } from './desk-routes.tsx'
import { Frame } from './frame.tsx'
import type { PageMap } from './page-map.tsx'
import { siteMap } from './routes.tsx'

/** Two programs in one house: the readers' site and the owner's desk. Each has its map, its frame and its own code. */
export type Area = { map: PageMap; Frame: ComponentType<{ children: ReactNode }>; entry: string }

const site: Area = { map: siteMap, Frame, entry: 'src/app/entry-site.tsx' }
const desk: Area = { map: deskMap, Frame: DeskFrame, entry: 'src/app/entry-desk.tsx' }

/** Whatever the desk does not know is the site's to answer, if only with its 404 page. */
export function areaOf(pathname: string): Area {
  return desk.map.match(pathname).route.path === '*' ? site : desk
}
