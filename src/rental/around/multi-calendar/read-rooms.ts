import { betweenParts, betweenTaken } from './multi-calendar.sql.ts'
import type { Room, RoomFacts, StayFacts } from './multi-calendar.ts'

/** A row: where it is, from 1, and whether the caller sees guests' data of its property. */
interface ReadRow {
  place: number
  personal: boolean
}

/**
 * The units of each row under its property's uid, what is taken of them read. Of a lead on none of
 * the rows nothing is told but what it takes.
 */
export function readRooms(rooms: RoomFacts[], rows: Map<string, ReadRow>): Map<string, Room[]> {
  const byRow = new Map<string, Room[]>()
  for (const [rowUid, uid, propertyUid, name, isActive, text] of rooms) {
    const taken = text === null ? [] : text.split(betweenTaken)
    const read = (one: string) => readOne(one, propertyUid, rows)
    const room = { uid, propertyUid, name, isActive, taken: taken.map(read) }
    const others = byRow.get(rowUid)
    if (others) others.push(room)
    else byRow.set(rowUid, [room])
  }
  return byRow
}

function readOne(
  text: string,
  unitsProperty: string,
  rows: Map<string, ReadRow>,
): Room['taken'][number] {
  const parts = text.split(betweenParts)
  const range = [Number(parts[0]), Number(parts[1]), Number(parts[2]), parts[3]!, parts[4]!]
  const taken = range as unknown as Room['taken'][number]
  const row = rows.get(parts[6] || unitsProperty)
  if (row) taken.lead = readStay(parts, row)
  return taken
}

/** In the order of the statement; what is null there is empty. */
function readStay(parts: string[], { place, personal }: ReadRow): StayFacts {
  const [, , , , , leadUid, , unitUid, type, guests, checkIn, checkOut, holdExpires] = parts
  const [isDue, isUnread, isOwn, channel, guestName] = parts.slice(13)
  return {
    leadUid: leadUid!,
    place,
    unitUid: unitUid || null,
    type: type!,
    guests: Number(guests),
    checkIn: checkIn!,
    checkOut: checkOut!,
    holdExpires: holdExpires === '' ? null : Number(holdExpires),
    isDue: isDue === '' ? null : isDue === 't',
    isUnread: isUnread === 't',
    channel: channel!,
    guestName: personal || isOwn === 't' ? guestName || null : undefined,
  }
}
