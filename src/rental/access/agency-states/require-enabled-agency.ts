import type { Context } from '../../../context.ts'
import { fixedError } from '../../../platform/errors.ts'

/** @throws ApiError AGENCY_DISABLED */
export async function requireEnabledAgency(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<void> {
  const disabled = await db
    .selectFrom('agencies')
    .select('agency_uid')
    .where('agency_uid', '=', agencyUid)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst()
  if (disabled) throw fixedError('AGENCY_DISABLED')
}
