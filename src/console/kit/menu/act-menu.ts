import { comesLater } from '../../comes-later.ts'

/** A menu of acts. */
export const ActMenu = comesLater(async () => (await import('./menu-list.tsx')).ActMenu)
