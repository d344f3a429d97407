import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'
import type { QuoteFacts } from '../../prices/quotes/quotes.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { listTakenAt } from '../../properties/units/taken-units.sql.ts'
import { prepareRooms } from '../lead-actions/prepare-rooms.ts'
import { blocks, datesOf, type LeadRow } from '../leads/lead.ts'
import { findOrderFacts, type PricedPlace } from '../orders/order-facts.sql.ts'
import { channelOf, type NewLead } from './new-lead.ts'

/** What is known of the place of a new lead, as long as it is just this one. */
export interface KnownPlace extends PricedPlace {
  facts: QuoteFacts | undefined
  /** Units whose nights are taken. */
  taken: string[] | undefined
}

/** A locked room; undefined where the property is gone. */
interface LockedPlace {
  room: Room | undefined
  known: KnownPlace | null
}

/**
 * Locks the room of a new lead and asks in the same go, after the locks, what its price and its
 * nights depend on: it costs more to send a question than most of them cost to answer.
 */
export async function lockPlace(
  ctx: Context,
  agencyUid: string,
  wanted: NewLead,
): Promise<LockedPlace> {
  const { propertyUid } = wanted
  const preparing = prepareRooms(ctx, agencyUid, [propertyUid])
  const place = placeOf(wanted)
  const isBlock = wanted.status === 'BLOCKED'
  const [rooms, facts, taken] = await inOrder(
    preparing,
    place && !isBlock ? findOrderFacts(ctx, place, null, wanted) : null,
    place && blocks(wanted.status) ? listTakenAt(ctx, agencyUid, { ...place, isBlock }) : null,
  )
  const room = rooms.get(propertyUid)
  if (!place || !room) return { room, known: null }
  // What has lapsed there held nights until it was closed, after they were asked about.
  const hasLapsed = room.units.some(unit => unit.has_lapsed)
  const nights = hasLapsed ? undefined : (taken ?? undefined)
  return { room, known: { ...place, facts: facts ?? undefined, taken: nights } }
}

/** What is known, if it is of the place that the lead has come to. */
export function knownOf(known: KnownPlace | null, lead: LeadRow): Partial<KnownPlace> {
  const { checkIn, checkOut } = datesOf(lead)
  const isSame =
    known?.propertyUid === lead.property_uid &&
    known?.checkIn === checkIn &&
    known.checkOut === checkOut &&
    known.channel === lead.channel
  return isSame ? known : {}
}

/** Null for what is no stay: that is refused when its room is known. */
function placeOf(wanted: NewLead): PricedPlace | null {
  const { propertyUid, stay } = wanted
  const [checkIn, checkOut] = [stay.checkIn, stay.checkOut].map(end => end?.slice(0, 10) ?? '')
  if (!checkIn || !checkOut || checkIn >= checkOut) return null
  return { propertyUid, checkIn, checkOut, channel: channelOf(wanted) }
}
