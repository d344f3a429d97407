/** Invariants at the end of a run: nothing is lost, duplicated or left over. */
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachmentFileKeysUnscoped } from '../../src/rental/inbox/attachments/attachments.ts'
import { photoFileKeysUnscoped } from '../../src/rental/properties/photos/photos.ts'
import { checkDatabase } from '../checks.ts'
import { toViolations, type Violation } from '../shared/violation.ts'
import { findMisdated } from './clocks.ts'
import type { FaultOptions } from './options.ts'
import { hookedTypes, type RunContext } from './run-context.ts'
import type { Tenant } from './tenant.ts'

const drainMs = 90_000

/** A period in which no dependency of pine was disturbed, in milliseconds since 1970. */
export interface QuietPeriod {
  name: string
  from: number
  until: number
}

const deliveryMsMax = 5_000

export async function checkResults(
  context: RunContext,
  quiet: QuietPeriod[],
  { slack }: Pick<FaultOptions, 'slack'>,
): Promise<Violation[]> {
  await waitUntilDelivered(context)
  return [
    ...toViolations('Every requested stay exists once', await checkStays(context)),
    ...toViolations('Rows have the time of the database', await findMisdated(context)),
    ...(await checkEvents(context)),
    ...toViolations(
      'Undisturbed receivers get events within 5 s',
      await findLateDeliveries(context, quiet, deliveryMsMax * slack),
    ),
    ...(await checkDatabase(context.query)),
    ...toViolations(
      'Every photo has its file, and every file its photo',
      await checkFiles(context),
    ),
    ...toViolations('Every mail that was sent has arrived', await checkMails(context)),
  ]
}

async function checkStays({ query, pine, cedar }: RunContext): Promise<string[]> {
  const mismatches: string[] = []
  for (const { agencyUid, intents } of [pine, cedar]) {
    const rows = await query(
      `select external_booking_id as tag, uid from leads
       where agency_uid = $1 and type <> 'BLOCK'`,
      [agencyUid],
    )
    const byTag = Map.groupBy(rows, ({ tag }) => tag)
    for (const { tag, leadUid } of intents) {
      const uids = (byTag.get(tag) ?? []).map(({ uid }) => uid)
      if (uids.length !== 1 || uids[0] !== leadUid)
        mismatches.push(`${tag}: ${leadUid}, not ${uids}`)
    }
    if (rows.length !== intents.length) mismatches.push(`${rows.length} of ${intents.length}`)
  }
  return mismatches
}

/**
 * Compares the events that each receiver accepted with those of its agency, in order of arrival.
 */
async function checkEvents(context: RunContext): Promise<Violation[]> {
  const [missing, disordered]: string[][] = [[], []]
  for (const tenant of [context.pine, context.cedar]) {
    const events = await listEvents(context, tenant)
    const receivedUids = new Set<string>()
    const lastSeqs = new Map<string, number>()
    for (const { url, headers } of context.receiver.received) {
      const event = events.get(String(headers['webhook-id']))
      if (!url.startsWith(`/${tenant.name}`) || !event || receivedUids.has(event.uid)) continue
      receivedUids.add(event.uid)
      const last = lastSeqs.get(event.leadUid) ?? 0
      if (event.seq < last) disordered!.push(`${tenant.name} ${event.seq} after ${last}`)
      lastSeqs.set(event.leadUid, Math.max(last, event.seq))
    }
    for (const uid of events.keys())
      if (!receivedUids.has(uid)) missing!.push(`${tenant.name} ${uid}`)
  }
  return [
    ...toViolations('Every event has reached its receiver', missing!),
    ...toViolations('Events of a lead arrive in their order', disordered!),
  ]
}

interface EventRow {
  uid: string
  seq: number
  leadUid: string
  createdMs: number
}

async function listEvents({ query }: RunContext, { agencyUid }: Tenant) {
  const rows = await query(
    `select uid, seq::int, lead_uid as "leadUid",
       (extract(epoch from created_at) * 1000)::float8 as "createdMs" from events
     where agency_uid = $1 and type = any($2)`,
    [agencyUid, hookedTypes],
  )
  const events = rows as unknown[] as EventRow[]
  return new Map(events.map(event => [event.uid, event]))
}

async function findLateDeliveries(
  context: RunContext,
  quiet: QuietPeriod[],
  msMax: number,
): Promise<string[]> {
  const receivedAt = new Map<string, number>()
  for (const { headers, at } of context.receiver.received) {
    const uid = String(headers['webhook-id'])
    receivedAt.set(uid, Math.min(at, receivedAt.get(uid) ?? at))
  }
  const events = [...(await listEvents(context, context.pine)).values()]
  return events.flatMap(({ uid, createdMs }) => {
    const round = quiet.find(({ from, until }) => createdMs >= from && createdMs <= until)
    const ms = (receivedAt.get(uid) ?? Number.POSITIVE_INFINITY) - createdMs
    return round && ms > msMax ? [`${round.name}: ${uid} after ${ms} ms`] : []
  })
}

async function waitUntilDelivered({ query }: RunContext): Promise<void> {
  const deadline = performance.now() + drainMs
  const open = 'select 1 from deliveries where completed_at is null limit 1'
  while ((await query(open)).length > 0 && performance.now() < deadline) await sleep(200)
}

async function checkFiles({ query, folder, photoUids }: RunContext): Promise<string[]> {
  const rows = await query(
    `select k as key from (${photoFileKeysUnscoped} union all ${attachmentFileKeysUnscoped})
      keys(k)`,
  )
  const expectedKeys = new Set(rows.map(({ key }) => String(key)))
  const storedKeys = new Set<string>()
  const suffix = '._S3rver_object'
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(suffix)) continue
    const path = relative(join(folder, 'prove/pictures'), join(entry.parentPath, entry.name))
    storedKeys.add(path.slice(0, -suffix.length))
  }
  const originals = [...storedKeys].filter(key => !/\/w?\d+/.test(key.replace(/^[^/]+\/[^/]+/, '')))
  return [
    ...[...expectedKeys].filter(key => !storedKeys.has(key)).map(key => `no file: ${key}`),
    ...originals.filter(key => !expectedKeys.has(key)).map(key => `no row: ${key}`),
    ...photoUids
      .filter(uid => ![...expectedKeys].some(key => key.includes(uid)))
      .map(uid => `lost: ${uid}`),
  ]
}

/** Finds mails whose status contradicts their arrival; one that waits for a retry is not sent. */
async function checkMails({ query, cedar, smtp }: RunContext): Promise<string[]> {
  const rows = await query(
    `select m.text, m.status, exists (select 1 from sendings s where s.agency_uid = m.agency_uid
        and s.message_uid = m.uid and s.completed_at is null) as waits
     from messages m where m.agency_uid = $1`,
    [cedar.agencyUid],
  )
  return rows.flatMap(({ text, status, waits }) => {
    const hasArrived = smtp.mails.some(({ raw }) => raw.includes(String(text)))
    const isConsistent = status === 'SENT' ? hasArrived : status === 'CREATED' && waits
    return isConsistent ? [] : [`${text}: ${status}, ${hasArrived ? 'arrived' : 'not arrived'}`]
  })
}
