/** What has to be true when everything is over: nothing is lost, doubled or left over. */
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachmentFileKeysUnscoped } from '../../src/rental/inbox/attachments/attachments.ts'
import { photoFileKeysUnscoped } from '../../src/rental/properties/photos/photos.ts'
import { checkDatabase } from '../checks.ts'
import { type Finding, findingOf } from '../shared/finding.ts'
import { wronglyDated } from './clocks.ts'
import type { FaultOptions } from './options.ts'
import { hookedTypes, type Stage } from './stage.ts'
import type { Tenant } from './tenant.ts'

const drainMs = 90_000

/** A time in which nothing that matters to pine was disturbed, in milliseconds since 1970. */
export interface Quiet {
  name: string
  from: number
  until: number
}

const toldMsMax = 5_000

export async function checkRemains(
  stage: Stage,
  quiet: Quiet[],
  { slack }: Pick<FaultOptions, 'slack'>,
): Promise<Finding[]> {
  await untilDelivered(stage)
  return [
    ...findingOf('Every stay that was asked for is there once', await checkStays(stage)),
    ...findingOf('What is written has the time of the database', await wronglyDated(stage)),
    ...(await checkEvents(stage)),
    ...findingOf(
      'Who is not disturbed is told within 5 s',
      await toldLate(stage, quiet, toldMsMax * slack),
    ),
    ...(await checkDatabase(stage.ask)),
    ...findingOf('Every photo has its file, and every file its photo', await checkFiles(stage)),
    ...findingOf('Every mail that was sent has arrived', await checkMails(stage)),
  ]
}

async function checkStays({ ask, pine, cedar }: Stage): Promise<string[]> {
  const broken: string[] = []
  for (const { agencyUid, intents } of [pine, cedar]) {
    const rows = await ask(
      `select external_booking_id as tag, uid from leads
       where agency_uid = $1 and type <> 'BLOCK'`,
      [agencyUid],
    )
    const uidsOf = Map.groupBy(rows, ({ tag }) => tag)
    for (const { tag, leadUid } of intents) {
      const uids = (uidsOf.get(tag) ?? []).map(({ uid }) => uid)
      if (uids.length !== 1 || uids[0] !== leadUid) broken.push(`${tag}: ${leadUid}, not ${uids}`)
    }
    if (rows.length !== intents.length) broken.push(`${rows.length} of ${intents.length}`)
  }
  return broken
}

/** What each receiver accepted of the events of its agency, in the order of arrival. */
async function checkEvents(stage: Stage): Promise<Finding[]> {
  const [missing, disordered]: string[][] = [[], []]
  for (const tenant of [stage.pine, stage.cedar]) {
    const events = await eventsOf(stage, tenant)
    const seen = new Set<string>()
    const lastOf = new Map<string, number>()
    for (const { url, headers } of stage.receiver.received) {
      const event = events.get(String(headers['webhook-id']))
      if (!url.startsWith(`/${tenant.name}`) || !event || seen.has(event.uid)) continue
      seen.add(event.uid)
      const last = lastOf.get(event.leadUid) ?? 0
      if (event.seq < last) disordered!.push(`${tenant.name} ${event.seq} after ${last}`)
      lastOf.set(event.leadUid, Math.max(last, event.seq))
    }
    for (const uid of events.keys()) if (!seen.has(uid)) missing!.push(`${tenant.name} ${uid}`)
  }
  return [
    ...findingOf('Every event has reached its receiver', missing!),
    ...findingOf('Events of a lead arrive in their order', disordered!),
  ]
}

interface Told {
  uid: string
  seq: number
  leadUid: string
  createdMs: number
}

async function eventsOf({ ask }: Stage, { agencyUid }: Tenant) {
  const rows = await ask(
    `select uid, seq::int, lead_uid as "leadUid",
       (extract(epoch from created_at) * 1000)::float8 as "createdMs" from events
     where agency_uid = $1 and type = any($2)`,
    [agencyUid, hookedTypes],
  )
  const events = rows as unknown[] as Told[]
  return new Map(events.map(event => [event.uid, event]))
}

async function toldLate(stage: Stage, quiet: Quiet[], msMax: number): Promise<string[]> {
  const firsts = new Map<string, number>()
  for (const { headers, at } of stage.receiver.received) {
    const uid = String(headers['webhook-id'])
    firsts.set(uid, Math.min(at, firsts.get(uid) ?? at))
  }
  const events = [...(await eventsOf(stage, stage.pine)).values()]
  return events.flatMap(({ uid, createdMs }) => {
    const round = quiet.find(({ from, until }) => createdMs >= from && createdMs <= until)
    const ms = (firsts.get(uid) ?? Number.POSITIVE_INFINITY) - createdMs
    return round && ms > msMax ? [`${round.name}: ${uid} after ${ms} ms`] : []
  })
}

async function untilDelivered({ ask }: Stage): Promise<void> {
  const until = performance.now() + drainMs
  const open = 'select 1 from deliveries where completed_at is null limit 1'
  while ((await ask(open)).length > 0 && performance.now() < until) await sleep(200)
}

async function checkFiles({ ask, folder, shown }: Stage): Promise<string[]> {
  const rows = await ask(
    `select k as key from (${photoFileKeysUnscoped} union all ${attachmentFileKeysUnscoped})
      keys(k)`,
  )
  const wanted = new Set(rows.map(({ key }) => String(key)))
  const found = new Set<string>()
  const suffix = '._S3rver_object'
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(suffix)) continue
    const path = relative(join(folder, 'prove/pictures'), join(entry.parentPath, entry.name))
    found.add(path.slice(0, -suffix.length))
  }
  const originals = [...found].filter(key => !/\/w?\d+/.test(key.replace(/^[^/]+\/[^/]+/, '')))
  return [
    ...[...wanted].filter(key => !found.has(key)).map(key => `no file: ${key}`),
    ...originals.filter(key => !wanted.has(key)).map(key => `no row: ${key}`),
    ...shown.filter(uid => ![...wanted].some(key => key.includes(uid))).map(uid => `lost: ${uid}`),
  ]
}

/** One that waits to be tried again has not been sent. */
async function checkMails({ ask, cedar, smtp }: Stage): Promise<string[]> {
  const rows = await ask(
    `select m.text, m.status, exists (select 1 from sendings s where s.agency_uid = m.agency_uid
        and s.message_uid = m.uid and s.completed_at is null) as waits
     from messages m where m.agency_uid = $1`,
    [cedar.agencyUid],
  )
  return rows.flatMap(({ text, status, waits }) => {
    const hasArrived = smtp.mails.some(({ raw }) => raw.includes(String(text)))
    const isRight = status === 'SENT' ? hasArrived : status === 'CREATED' && waits
    return isRight ? [] : [`${text}: ${status}, ${hasArrived ? 'arrived' : 'not arrived'}`]
  })
}
