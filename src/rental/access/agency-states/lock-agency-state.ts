import type { Context } from '../../../context.ts'

/** State of an agency. */
interface AgencyState {
  name: string
  disabled_at: Date | null
}

/**
 * Locks an agency until the transaction ends, and returns its state.
 *
 * @throws Error if the agency does not exist
 */
export async function lockAgencyState(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<AgencyState> {
  const agency = await db
    .selectFrom('agencies')
    .select(['name', 'disabled_at'])
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (agency) return agency
  throw new Error(`Agency not found: ${agencyUid}`)
}
