import { betweenParts, betweenTaken } from './multi-calendar.sql.ts'
import type { Room, RoomFacts, StayFacts } from './multi-calendar.ts'

/** The units of each row under its property's uid, what is taken of them read. */
export function readRooms(rooms: RoomFacts[]): Map<string, Room[]> {
  const byRow = new Map<string, Room[]>()
  for (const [rowUid, uid, propertyUid, name, isActive, taken] of rooms) {
    const room = { uid, propertyUid, name, isActive, taken: readTaken(taken) }
    const others = byRow.get(rowUid)
    if (others) others.push(room)
    else byRow.set(rowUid, [room])
  }
  return byRow
}

function readTaken(text: string | null): Room['taken'] {
  return text === null ? [] : text.split(betweenTaken).map(readOne)
}

function readOne(text: string): Room['taken'][number] {
  const parts = text.split(betweenParts)
  const [from, to, turnover, status, source, ...lead] = parts as string[] & { length: 5 }
  const range = [Number(from), Number(to), Number(turnover), status!, source!]
  const taken = range as unknown as Room['taken'][number]
  if (lead.length > 0) taken.lead = readStay(lead)
  return taken
}

/** In the order of the statement; what is null there is empty. */
function readStay(parts: string[]): StayFacts {
  const [leadUid, place, unitUid, type, guests, checkIn, checkOut, holdExpires, ...rest] = parts
  const [isDue, isUnread, isPersonal, channel, guestName] = rest
  return {
    leadUid: leadUid!,
    place: Number(place),
    unitUid: unitUid || null,
    type: type!,
    guests: Number(guests),
    checkIn: checkIn!,
    checkOut: checkOut!,
    holdExpires: holdExpires === '' ? null : Number(holdExpires),
    isDue: isDue === '' ? null : isDue === 't',
    isUnread: isUnread === 't',
    channel: channel!,
    guestName: isPersonal === 't' ? guestName || null : undefined,
  }
}
