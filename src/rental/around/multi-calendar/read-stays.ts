import type { HolderOf } from '../../prices/calendar/facts-row.ts'
import { betweenOnes, betweenParts } from './multi-calendar.sql.ts'
import type { JobFacts, StayFacts } from './multi-calendar.ts'

/** What the statement tells of leads, each a text. */
interface LeadTexts {
  leads: string | null
  balances: string | null
  unread: string | null
}

/** The leads that hold nights, by their uids. */
export function readStays({ leads, balances, unread }: LeadTexts): Map<string, StayFacts> {
  const dues = readBalances(balances)
  const unreadUids = new Set(unread?.slice(1, -1).split(','))
  const stays = listOf(leads).map((parts): [string, StayFacts] => {
    const [uid, status, source, propertyUid, unitUid, type, guests, ...rest] = parts
    const [checkIn, checkOut, holdExpires, isOwn, channel, guestName] = rest
    const stay = {
      leadUid: uid!,
      status: status!,
      source: source!,
      propertyUid: propertyUid!,
      unitUid: unitUid || null,
      type: type!,
      guests: Number(guests),
      checkIn: checkIn!,
      checkOut: checkOut!,
      holdExpires: holdExpires === '' ? null : Number(holdExpires),
      isDue: dues.get(uid!) ?? null,
      isUnread: unreadUids.has(uid!),
      isOwn: isOwn === 't',
      channel: channel!,
      guestName: guestName || null,
    }
    return [uid!, stay]
  })
  return new Map(stays)
}

/** Who holds nights, as the facts of calendars ask. */
export function holderAmong(stays: Map<string, StayFacts>): HolderOf {
  return leadUid => stays.get(leadUid) ?? null
}

/** Whether something is due of those that have an order: a uid and `t` or `f`, each. */
function readBalances(text: string | null): Map<string, boolean> {
  const all = text ? text.split(',') : []
  return new Map(all.map(one => [one.slice(0, -1), one.endsWith('t')]))
}

export function readJobs(text: string | null): JobFacts[] {
  return listOf(text).map(([jobUid, propertyUid, unitUid, date, status]) => {
    return {
      jobUid: jobUid!,
      propertyUid: propertyUid!,
      unitUid: unitUid || null,
      date: date!,
      status: status!,
    }
  })
}

function listOf(text: string | null): string[][] {
  return text ? text.split(betweenOnes).map(one => one.split(betweenParts)) : []
}
