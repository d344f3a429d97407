import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, accessDenied, invalidParameter } from '../../../platform/errors.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { readUnitParam } from '../../properties/units/read-unit-param.ts'
import { noTimers } from '../lead-actions/lead-effects.ts'
import { lockLeadInventory } from '../lead-actions/lock-lead-inventory.ts'
import { createLeadRow, type NewLead } from '../lead-writes/new-lead.ts'
import { storeLead } from '../lead-writes/store-lead.ts'
import type { Lead } from '../leads/lead.ts'

/** Accessible property of a block, or a unit of a unit type. */
export interface BlockTarget {
  propertyUid: string
  unitUid: string | null
  /** Path of the uid in the request, such as `unitUids[0]`. */
  parameter: string
}

/** Fields that all blocks share. */
export type BlockTerms = Omit<NewLead, 'propertyUid' | 'unitUid'>

/**
 * Blocks nights of several properties and units, all or nothing. All properties are locked first,
 * in the lock order of all actions, to avoid deadlocks. Requested units are blocked before assigned
 * ones (contract/leads.md §9.4).
 *
 * @returns the blocks in the order of their targets
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, INVALID_DATE_RANGE; NOT_AVAILABLE with the
 *   members of the first refusal, and all refusals in `refusals`
 */
export async function createBlocks(
  ctx: Context,
  agencyUid: string,
  targets: BlockTarget[],
  terms: BlockTerms,
): Promise<Lead[]> {
  return transaction(ctx, async (ctx: Context) => {
    const uids = targets.map(({ propertyUid }) => propertyUid)
    const properties = await lockLeadInventory(ctx, agencyUid, uids)
    checkFamilies(targets, properties)
    const stored = new Map<BlockTarget, Lead>()
    const refused = new Map<BlockTarget, Record<string, unknown>>()
    for (const target of sortRequestedUnitsFirst(targets)) {
      const property = properties.get(target.propertyUid)
      if (!property) throw accessDenied(target.parameter, target.unitUid ?? target.propertyUid)
      const unitUid = await readUnitParam(ctx, property, target.unitUid, target.parameter)
      const input = { ...terms, propertyUid: property.uid, unitUid }
      const row = createLeadRow(ctx, input, property, noTimers)
      try {
        const lead = await storeLead(ctx, row, { ...terms, property })
        // The creator may see all data, because it sent them.
        stored.set(target, { ...lead, personal: true })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'NOT_AVAILABLE') throw error
        refused.set(target, error.members)
      }
    }
    if (refused.size > 0) throw refusalError(targets, refused, stored)
    return targets.map(target => stored.get(target)!)
  })
}

/** Refuses a block of a sub-property if its master is blocked too, as that covers its nights. */
function checkFamilies(targets: BlockTarget[], properties: Map<string, LockedInventory>): void {
  for (const { propertyUid, parameter } of targets) {
    const parentUid = properties.get(propertyUid)?.parent_uid
    const master = targets.find(target => target.propertyUid === parentUid)
    if (!master) continue
    const reason = `is a sub-property of ${master.parameter}, whose block already covers its nights`
    throw invalidParameter(parameter, reason)
  }
}

function sortRequestedUnitsFirst(targets: BlockTarget[]): BlockTarget[] {
  const hasRequestedUnit = ({ unitUid }: BlockTarget) => unitUid !== null
  return [
    ...targets.filter(hasRequestedUnit),
    ...targets.filter(target => !hasRequestedUnit(target)),
  ]
}

/** Combines refusals. Conflicts with blocks of this request, which is rolled back, are left out. */
function refusalError(
  targets: BlockTarget[],
  refused: Map<BlockTarget, Record<string, unknown>>,
  stored: Map<BlockTarget, Lead>,
): ApiError {
  const rolledBackUids = new Set([...stored.values()].map(({ uid }) => uid))
  const refusals = targets.flatMap(target => {
    const members = refused.get(target)
    if (!members) return []
    const conflicts = members.conflicts as { leadUid?: string }[] | undefined
    const otherConflicts = conflicts?.filter(({ leadUid }) => !rolledBackUids.has(leadUid ?? ''))
    return [{ ...members, parameter: target.parameter, conflicts: otherConflicts ?? [] }]
  })
  const { parameter: _, ...firstMembers } = refusals[0]!
  const message = 'Property is not available for the given dates'
  return new ApiError('NOT_AVAILABLE', message, { members: { ...firstMembers, refusals } })
}
