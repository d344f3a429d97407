/** Workloads of the agencies: an ordinary one, and those that use the disturbed dependency. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import type { RunContext } from './run-context.ts'
import { book, call, dateOf, type Tenant } from './tenant.ts'

/** Performs one operation of a workload. */
export type Workload = (context: RunContext, tenant: Tenant, chance: Chance) => Promise<unknown>

const pauseMs = [40, 160] as const

/** Runs concurrent clients until the signal, with a pause after each operation. */
export async function runWorkload(
  signal: AbortSignal,
  context: RunContext,
  { tenant, workload, chance, concurrency }: Assignment,
): Promise<void> {
  const runClient = async () => {
    while (!signal.aborted) {
      await workload(context, tenant, chance)
      await sleep(chance.integer(...pauseMs), undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runClient))
}

export interface Assignment {
  tenant: Tenant
  workload: Workload
  chance: Chance
  concurrency: number
}

/** Ordinary workload: reads, the lead query, polls, quotes, bookings, and notes on leads. */
export const ordinary: Workload = async ({ origins }, tenant, chance) => {
  const origin = chance.pick(origins)
  const { agencyUid, propertyUids, intents } = tenant
  const kinds = ['read', 'query', 'poll', 'quote', 'book', 'note', 'lead'] as const
  const kind = chance.pick(kinds)
  const acknowledged = intents.filter(({ leadUid }) => leadUid !== null)
  if (kind === 'read') {
    return call(tenant, origin, 'GET', `/api/v3.3/properties?agencyUid=${agencyUid}`)
  }
  if (kind === 'query') {
    const body = `{ leads(agencyUid: "${agencyUid}", _limit: 20) { uid status property { name } } }`
    return call(tenant, origin, 'POST', '/v2/leadsql', { body })
  }
  if (kind === 'poll') {
    const body = `{ leads(agencyUid: "${agencyUid}") { uid status firstName } }`
    return call(tenant, origin, 'POST', '/v2/leadsql', { body, label: 'poll of all leads' })
  }
  if (kind === 'quote') {
    const propertyUid = chance.pick(propertyUids)
    const stay = { checkInDate: dateOf(10), checkOutDate: dateOf(12), guests: 1 }
    return call(tenant, origin, 'POST', '/api/v3.3/quotes', { body: { propertyUid, ...stay } })
  }
  if (kind === 'book' || acknowledged.length === 0) return book(tenant, origin)
  const { leadUid } = chance.pick(acknowledged)
  if (kind === 'lead') {
    return call(tenant, origin, 'GET', `/api/v3.3/leads/${leadUid}`, { label: 'GET lead' })
  }
  const body = { notes: `Note ${chance.integer(1, 1_000_000)}` }
  return call(tenant, origin, 'PATCH', `/api/v3.3/leads/${leadUid}`, { body, label: 'PATCH lead' })
}

export const pictures: Workload = async ({ origins, picture, photoUids }, tenant, chance) => {
  const origin = chance.pick(origins)
  const form = new FormData()
  form.append('propertyUid', chance.pick(tenant.propertyUids))
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }))
  const { status, body } = await call(tenant, origin, 'POST', '/api/v3.3/photos', { body: form })
  if (status === 201) photoUids.push(body!.photo!.uid)
  if (photoUids.length > 0) {
    await call(tenant, origin, 'GET', `/files/photos/${chance.pick(photoUids)}`, {
      label: 'GET photo',
    })
  }
}

export const mails: Workload = async ({ origins }, tenant, chance) => {
  const origin = chance.pick(origins)
  const acknowledged = tenant.intents.filter(({ leadUid }) => leadUid !== null)
  if (acknowledged.length === 0) return book(tenant, origin)
  const { leadUid } = chance.pick(acknowledged)
  const content = { subject: 'Your stay', text: `Mail ${chance.integer(1, 1_000_000_000)}` }
  const body = { type: 'EMAIL', leadUid, content }
  return call(tenant, origin, 'POST', '/api/v3.3/messages', { body })
}

/** Makes bookings, each of which is sent to webhooks. */
export const bookings: Workload = ({ origins }, tenant, chance) =>
  book(tenant, chance.pick(origins))

/** Reads large responses and sends large bodies over the disturbed connection. */
export const largeTransfers: Workload = async ({ proxiedOrigin }, tenant, chance) => {
  if (chance.is(0.3)) return book(tenant, proxiedOrigin)
  const { agencyUid } = tenant
  const fields = 'uid status notes property { name uid }'
  const body = `{ leads(agencyUid: "${agencyUid}", _limit: 500) { ${fields} } }`
  return call(tenant, proxiedOrigin, 'POST', '/v2/leadsql', { body, label: 'large response' })
}
