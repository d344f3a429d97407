import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, accessDenied, invalidParameter } from '../../../platform/errors.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { askedUnit } from '../../properties/units/read-asked-unit.ts'
import { noHours } from '../lead-actions/lead-effects.ts'
import { prepareRooms } from '../lead-actions/prepare-rooms.ts'
import { type NewLead, rowOf } from '../lead-writes/new-lead.ts'
import { storeLead } from '../lead-writes/store-lead.ts'
import type { Lead } from '../leads/lead.ts'

/** Where a block is to be, within reach: a property, or a unit of a unit type. */
export interface BlockPlace {
  propertyUid: string
  unitUid: string | null
  /** Where the request names it. */
  parameter: string
}

/** What the blocks have in common. */
export type BlockTerms = Omit<NewLead, 'propertyUid' | 'unitUid'>

/**
 * Blocks nights of several places, all or nothing. Every room is locked at once, in the order that
 * all acts lock rooms in, so that two requests never wait for each other in a circle. Units that
 * are named come before those that are chosen (contract/leads.md §9.4).
 *
 * @returns the blocks in the order of their places
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, INVALID_DATE_RANGE; NOT_AVAILABLE with the
 *   refusal of each place in `refusals`, the first one's members beside it
 */
export async function createBlocks(
  ctx: Context,
  agencyUid: string,
  places: BlockPlace[],
  terms: BlockTerms,
): Promise<Lead[]> {
  return transaction(ctx, async (ctx: Context) => {
    const uids = places.map(({ propertyUid }) => propertyUid)
    const rooms = await prepareRooms(ctx, agencyUid, uids)
    checkFamilies(places, rooms)
    const stored = new Map<BlockPlace, Lead>()
    const refused = new Map<BlockPlace, Record<string, unknown>>()
    for (const place of byNamedUnit(places)) {
      const room = rooms.get(place.propertyUid)
      if (!room) throw accessDenied(place.parameter, place.unitUid ?? place.propertyUid)
      const unitUid = await askedUnit(ctx, room, place.unitUid, place.parameter)
      const row = rowOf(ctx, { ...terms, propertyUid: room.uid, unitUid }, room, noHours)
      try {
        const lead = await storeLead(ctx, row, { ...terms, room })
        stored.set(place, { ...lead, personal: true })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'NOT_AVAILABLE') throw error
        refused.set(place, error.members)
      }
    }
    if (refused.size > 0) throw allRefused(places, refused, stored)
    return places.map(place => stored.get(place)!)
  })
}

/** A block of a master holds the nights of its subs, so that none of them can have its own. */
function checkFamilies(places: BlockPlace[], rooms: Map<string, Room>): void {
  for (const { propertyUid, parameter } of places) {
    const parentUid = rooms.get(propertyUid)?.parent_uid
    const master = places.find(place => place.propertyUid === parentUid)
    if (!master) continue
    const text = `is a sub-property of ${master.parameter}, whose block already covers its nights`
    throw invalidParameter(parameter, text)
  }
}

function byNamedUnit(places: BlockPlace[]): BlockPlace[] {
  const isNamed = ({ unitUid }: BlockPlace) => unitUid !== null
  return [...places.filter(isNamed), ...places.filter(place => !isNamed(place))]
}

/** Of blocks that were made in vain nobody is told. */
function allRefused(
  places: BlockPlace[],
  refused: Map<BlockPlace, Record<string, unknown>>,
  stored: Map<BlockPlace, Lead>,
): ApiError {
  const unborn = new Set([...stored.values()].map(({ uid }) => uid))
  const refusals = places.flatMap(place => {
    const members = refused.get(place)
    if (!members) return []
    const conflicts = members.conflicts as { leadUid?: string }[] | undefined
    const known = conflicts?.filter(({ leadUid }) => !unborn.has(leadUid ?? ''))
    return [{ ...members, parameter: place.parameter, conflicts: known ?? [] }]
  })
  const { parameter: _, ...first } = refusals[0]!
  const text = 'Property is not available for the given dates'
  return new ApiError('NOT_AVAILABLE', text, { members: { ...first, refusals } })
}
