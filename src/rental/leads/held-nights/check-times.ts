import type { Context } from '../../../context.ts'
import { warn } from '../../../platform/rest/answers/warnings.ts'
import { blocks, type LeadRow } from '../leads/lead.ts'
import { listTouchingStays } from './touching-stays.sql.ts'

/**
 * Warns of a guest who checks out late on a day on which another one arrives earlier at the same
 * unit. It refuses nothing: the manager may have agreed on it with both. The lead holds its nights.
 */
export async function checkTimes(ctx: Context, lead: LeadRow): Promise<void> {
  if (!ctx.warnings || lead.type === 'BLOCK' || !blocks(lead.status)) return
  for (const other of await listTouchingStays(ctx, lead)) {
    const isLater = other.check_in_local.slice(0, 10) === lead.check_out_local.slice(0, 10)
    const [leaving, arriving] = isLater ? [lead, other] : [other, lead]
    const out = minuteOf(leaving.check_out_local)
    const text = `${named(ctx, leaving, lead)} checks out at ${out}, after`
    const arrival = minuteOf(arriving.check_in_local)
    warn(ctx, 'TIMES_OVERLAP', `${text} ${named(ctx, arriving, lead)} checks in at ${arrival}`)
  }
}

/** Partners may not see the other lead. */
function named(
  { caller }: Context,
  { uid }: Pick<LeadRow, 'uid'>,
  own: Pick<LeadRow, 'uid'>,
): string {
  return uid === own.uid || caller.kind !== 'partner' ? `lead ${uid}` : 'another lead'
}

/** `2026-08-14T16:00` */
function minuteOf(local: string): string {
  return local.replace(' ', 'T').slice(0, 16)
}
