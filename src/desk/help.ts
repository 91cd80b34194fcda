import { createContext, type ReactNode } from 'react'

/** What is shown beside a room's name to whoever wants help. Given by the frame, which knows the guide. */
export const DeskHelp = createContext<ReactNode>(null)
