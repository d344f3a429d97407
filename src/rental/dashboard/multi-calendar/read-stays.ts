/** Parsers of the leads and jobs of the multi-calendar query. Pure. */
import { parseTextList } from '../../prices/availability/text-list.sql.ts'
import type { CalendarStay, JobRun } from './multi-calendar.ts'

/** Parses the leads that hold nights, by index of their property, sorted by check-in. */
export function readStays(leads: string | null, balances: string | null): CalendarStay[][] {
  const isDueByLead = readBalances(balances)
  const stays: CalendarStay[][] = []
  for (const fields of parseTextList(leads)) {
    const [ordinal, leadUid, status, unitUid, type, guests, ...rest] = fields
    const [checkIn, checkOut, holdExpires, isOwn, channel, guestName] = rest
    listAt(stays, ordinal!).push({
      leadUid: leadUid!,
      status: status!,
      unitUid: unitUid || null,
      type: type!,
      guests: Number(guests),
      checkIn: checkIn!,
      checkOut: checkOut!,
      holdExpires: holdExpires === '' ? null : Number(holdExpires),
      isDue: isDueByLead.get(leadUid!) ?? null,
      isOwn: isOwn === 't',
      channel: channel!,
      guestName: guestName || null,
    })
  }
  return stays
}

/** Returns the list of a property, by its row number in SQL, which starts at 1. */
function listAt<T>(lists: T[][], rowNumber: string): T[] {
  const i = Number(rowNumber) - 1
  lists[i] ??= []
  return lists[i]
}

/** Parses the balances of leads with an order: each a uid followed by `t` (due) or `f`. */
function readBalances(text: string | null): Map<string, boolean> {
  const balances = text ? text.split(',') : []
  return new Map(balances.map(balance => [balance.slice(0, -1), balance.endsWith('t')]))
}

/** Parses jobs by index of their property, in runs of one day and status. */
export function readJobs(text: string | null, from: number): JobRun[][] {
  const jobs: JobRun[][] = []
  for (const [ordinal, day, status] of parseTextList(text)) {
    const runs = listAt(jobs, ordinal!)
    const night = Number(day) - from
    const run = runs.findLast(
      ([runNight, , runStatus]) => runNight === night && runStatus === status,
    )
    if (run) run[1]++
    else runs.push([night, 1, status!])
  }
  return jobs
}
