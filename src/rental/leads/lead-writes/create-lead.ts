import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { readUnitParam } from '../../properties/units/read-unit-param.ts'
import type { Lead } from '../leads/lead.ts'
import { lockNewLeadInventory, matchingPrefetch } from './lock-new-lead-inventory.ts'
import { createLeadRow, findTimerHours, type NewLead } from './new-lead.ts'
import { storeLead } from './store-lead.ts'

/**
 * Creates a lead at an accessible property in one transaction: occupies its nights if it blocks,
 * inserts its order unless it is a block, and its history (contract/leads.md §5, §6).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, INVALID_DATE_RANGE, MASTER_NOT_BOOKABLE,
 *   NOT_AVAILABLE, FEE_NOT_FOUND
 */
export async function createLead(ctx: Context, agencyUid: string, input: NewLead): Promise<Lead> {
  return transaction(ctx, async (ctx: Context) => {
    const { property, prefetched } = await lockNewLeadInventory(ctx, agencyUid, input)
    if (!property) throw accessDenied('propertyUid', input.propertyUid)
    const unitUid = await readUnitParam(ctx, property, input.unitUid)
    const timerHours = await findTimerHours(ctx, agencyUid, input)
    const row = createLeadRow(ctx, { ...input, unitUid }, property, timerHours)
    const matching = matchingPrefetch(prefetched, row)
    const lead = await storeLead(ctx, row, { ...input, property }, matching)
    // The creator may see all guest data, because it sent them.
    return { ...lead, personal: true }
  })
}
