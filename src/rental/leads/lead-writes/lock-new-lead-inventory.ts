import type { Context } from '../../../context.ts'
import { awaitAll } from '../../../platform/db/pipeline/await-all.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import type { QuoteInputs } from '../../prices/quotes/quotes.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { listOccupiedInFamily } from '../../properties/units/occupied-units.sql.ts'
import { lockLeadInventory } from '../lead-actions/lock-lead-inventory.ts'
import { datesOf, type LeadRow } from '../leads/lead.ts'
import { findOrderInputs, type StayToPrice } from '../orders/order-inputs.sql.ts'
import { type NewLead, newLeadChannel } from './new-lead.ts'

/** Prefetched price inputs and units for exactly this property, stay and channel. */
export interface PrefetchedInventory extends StayToPrice {
  /** Undefined for a block. */
  quoteInputs: QuoteInputs | undefined
  /** Uids of units with occupied nights; undefined if they have to be queried. */
  occupiedUnitUids: string[] | undefined
}

interface NewLeadInventory {
  /** Locked property; undefined if it no longer exists. */
  property: LockedInventory | undefined
  /** Null without a property or a valid stay. */
  prefetched: PrefetchedInventory | null
}

/**
 * Locks the property of a new lead and, in the same pipeline after the locks, prefetches the inputs
 * of its price and its occupied units: a round trip costs more than most of these queries.
 */
export async function lockNewLeadInventory(
  ctx: Context,
  agencyUid: string,
  input: NewLead,
): Promise<NewLeadInventory> {
  const { propertyUid } = input
  const locking = lockLeadInventory(ctx, agencyUid, [propertyUid])
  const plannedStay = readPlannedStay(input)
  const isBlock = input.status === 'BLOCKED'
  const [properties, quoteInputs, occupiedUnitUids] = await awaitAll(
    locking,
    plannedStay && !isBlock ? findOrderInputs(ctx, plannedStay, null, input) : null,
    plannedStay && blocks(input.status)
      ? listOccupiedInFamily(ctx, agencyUid, { ...plannedStay, isBlock })
      : null,
  )
  const property = properties.get(propertyUid)
  if (!plannedStay || !property) return { property, prefetched: null }
  // Expired leads are closed after that query, so its result may still count their units as
  // occupied: it is discarded.
  const hasExpiredLeads = property.units.some(unit => unit.has_lapsed)
  const reusableUids = hasExpiredLeads ? undefined : (occupiedUnitUids ?? undefined)
  return {
    property,
    prefetched: {
      ...plannedStay,
      quoteInputs: quoteInputs ?? undefined,
      occupiedUnitUids: reusableUids,
    },
  }
}

/** Returns the prefetched rows if they match the lead, else an empty object. */
export function matchingPrefetch(
  prefetched: PrefetchedInventory | null,
  lead: LeadRow,
): Partial<PrefetchedInventory> {
  const { checkIn, checkOut } = datesOf(lead)
  const isMatch =
    prefetched?.propertyUid === lead.property_uid &&
    prefetched?.checkIn === checkIn &&
    prefetched.checkOut === checkOut &&
    prefetched.channel === lead.channel
  return isMatch ? prefetched : {}
}

/** Returns null for an invalid stay, which is refused later, once the property is locked. */
function readPlannedStay(input: NewLead): StayToPrice | null {
  const { propertyUid, stay } = input
  const [checkIn, checkOut] = [stay.checkIn, stay.checkOut].map(end => end?.slice(0, 10) ?? '')
  if (!checkIn || !checkOut || checkIn >= checkOut) return null
  return { propertyUid, checkIn, checkOut, channel: newLeadChannel(input) }
}
