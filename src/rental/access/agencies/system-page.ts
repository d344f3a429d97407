import type { Context } from '../../../context.ts'
import { hasOneAgencyUnscoped } from './agencies.ts'

/**
 * Returns whether administrators of agencies may see the state of the server, as `SYSTEM_PAGE`
 * says: by default while it has one agency (contract/general.md §13).
 */
export async function hasSystemPage({
  db,
  settings,
}: Pick<Context, 'db' | 'settings'>): Promise<boolean> {
  if (settings.systemPage !== 'auto') return settings.systemPage === 'true'
  return hasOneAgencyUnscoped(db)
}
