import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { askedUnit } from '../../properties/units/read-asked-unit.ts'
import type { Lead } from '../leads/lead.ts'
import { knownOf, lockPlace } from './lock-place.ts'
import { hoursOf, type NewLead, rowOf } from './new-lead.ts'
import { storeLead } from './store-lead.ts'

/**
 * Creates a lead at a property within reach: its nights if it blocks, its order unless it is a
 * block, its history, all or nothing (contract/leads.md §5, §6).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, INVALID_DATE_RANGE, MASTER_NOT_BOOKABLE,
 *   NOT_AVAILABLE, FEE_NOT_FOUND
 */
export async function createLead(ctx: Context, agencyUid: string, wanted: NewLead): Promise<Lead> {
  return transaction(ctx, async (ctx: Context) => {
    const { room, known } = await lockPlace(ctx, agencyUid, wanted)
    if (!room) throw accessDenied('propertyUid', wanted.propertyUid)
    const unitUid = await askedUnit(ctx, room, wanted.unitUid)
    const row = rowOf(ctx, { ...wanted, unitUid }, room, await hoursOf(ctx, agencyUid, wanted))
    const terms = { ...wanted, room }
    return { ...(await storeLead(ctx, row, terms, knownOf(known, row))), personal: true }
  })
}
