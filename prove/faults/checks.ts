/** What has to be true when everything is over: nothing is lost, doubled or left over. */
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachmentFileKeysUnscoped } from '../../src/rental/inbox/attachments/attachments.ts'
import { photoFileKeysUnscoped } from '../../src/rental/properties/photos/photos.ts'
import { checkDatabase } from '../checks.ts'
import { type Finding, findingOf } from '../finding.ts'
import { hookedTypes, type Stage } from './stage.ts'
import type { Tenant } from './tenant.ts'

const drainMs = 90_000

export async function checkRemains(stage: Stage): Promise<Finding[]> {
  await untilDelivered(stage)
  return [
    ...findingOf('Every stay that was asked for is there once', await checkStays(stage)),
    ...(await checkEvents(stage)),
    ...(await checkDatabase(stage.ask)),
    ...findingOf('Every photo has its file, and every file its photo', await checkFiles(stage)),
    ...findingOf('Every mail that was sent has arrived', await checkMails(stage)),
  ]
}

async function checkStays({ ask, pine, cedar }: Stage): Promise<string[]> {
  const broken: string[] = []
  for (const { agencyUid, intents } of [pine, cedar]) {
    const rows = await ask(
      'select external_booking_id as tag, uid from leads where agency_uid = $1',
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

async function eventsOf({ ask }: Stage, { agencyUid }: Tenant) {
  const rows = await ask(
    `select uid, seq::int, lead_uid as "leadUid" from events
     where agency_uid = $1 and type = any($2)`,
    [agencyUid, hookedTypes],
  )
  const events = rows as { uid: string; seq: number; leadUid: string }[]
  return new Map(events.map(event => [event.uid, event]))
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
