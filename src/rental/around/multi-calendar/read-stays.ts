/** What the statement tells of leads, as facts. Pure. */
import { readListed } from '../../prices/calendar-facts/listed.sql.ts'
import type { JobRun, StayFacts } from './multi-calendar.ts'

/** The leads that hold nights, by the place of their property, from 0, and by check-in. */
export function readStays(leads: string | null, balances: string | null): StayFacts[][] {
  const dues = readBalances(balances)
  const stays: StayFacts[][] = []
  for (const parts of readListed(leads)) {
    const [place, leadUid, status, unitUid, type, guests, ...rest] = parts
    const [checkIn, checkOut, holdExpires, isOwn, channel, guestName] = rest
    atPlace(stays, place!).push({
      leadUid: leadUid!,
      status: status!,
      unitUid: unitUid || null,
      type: type!,
      guests: Number(guests),
      checkIn: checkIn!,
      checkOut: checkOut!,
      holdExpires: holdExpires === '' ? null : Number(holdExpires),
      isDue: dues.get(leadUid!) ?? null,
      isOwn: isOwn === 't',
      channel: channel!,
      guestName: guestName || null,
    })
  }
  return stays
}

/** Places in SQL are counted from 1. */
function atPlace<T>(lists: T[][], place: string): T[] {
  const i = Number(place) - 1
  lists[i] ??= []
  return lists[i]
}

/** Whether something is due of those that have an order: a uid and `t` or `f`, each. */
function readBalances(text: string | null): Map<string, boolean> {
  const all = text ? text.split(',') : []
  return new Map(all.map(one => [one.slice(0, -1), one.endsWith('t')]))
}

/** The jobs by the place of their property, from 0; those of a day and a status are one run. */
export function readJobs(text: string | null, from: number): JobRun[][] {
  const jobs: JobRun[][] = []
  for (const [place, day, status] of readListed(text)) {
    const those = atPlace(jobs, place!)
    const night = Number(day) - from
    const same = those.findLast(([first, , kind]) => first === night && kind === status)
    if (same) same[1]++
    else those.push([night, 1, status!])
  }
  return jobs
}
