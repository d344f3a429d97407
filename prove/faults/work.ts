/** What the agencies do: ordinary work, and what leads to the thing that is disturbed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import type { Stage } from './stage.ts'
import { book, call, dateOf, type Tenant } from './tenant.ts'

/** Goes on until it is told to end. */
export type Work = (stage: Stage, tenant: Tenant, chance: Chance) => Promise<unknown>

const pauseMs = [40, 160] as const

/** Several at once, each with a pause after each act. */
export async function workUntil(
  signal: AbortSignal,
  stage: Stage,
  { tenant, work, chance, atOnce }: Assigned,
): Promise<void> {
  const one = async () => {
    while (!signal.aborted) {
      await work(stage, tenant, chance)
      await sleep(chance.whole(...pauseMs), undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

export interface Assigned {
  tenant: Tenant
  work: Work
  chance: Chance
  atOnce: number
}

/** Reads, the lead query, polls of all leads, quotes, bookings, and notes on leads. */
export const ordinary: Work = async ({ origins }, tenant, chance) => {
  const origin = chance.pick(origins)
  const { agencyUid, propertyUids, intents } = tenant
  const kinds = ['read', 'query', 'poll', 'quote', 'book', 'note', 'lead'] as const
  const kind = chance.pick(kinds)
  const known = intents.filter(({ leadUid }) => leadUid !== null)
  if (kind === 'read') {
    return call(tenant, origin, 'GET', `/api/v3.3/properties?agencyUid=${agencyUid}`)
  }
  if (kind === 'query') {
    const body = `{ leads(agencyUid: "${agencyUid}", _limit: 20) { uid status property { name } } }`
    return call(tenant, origin, 'POST', '/v2/leadsql', { body })
  }
  if (kind === 'poll') {
    const body = `{ leads(agencyUid: "${agencyUid}") { uid status firstName } }`
    return call(tenant, origin, 'POST', '/v2/leadsql', { body, what: 'poll of all leads' })
  }
  if (kind === 'quote') {
    const propertyUid = chance.pick(propertyUids)
    const stay = { checkInDate: dateOf(10), checkOutDate: dateOf(12), guests: 1 }
    return call(tenant, origin, 'POST', '/api/v3.3/quotes', { body: { propertyUid, ...stay } })
  }
  if (kind === 'book' || known.length === 0) return book(tenant, origin)
  const { leadUid } = chance.pick(known)
  if (kind === 'lead') {
    return call(tenant, origin, 'GET', `/api/v3.3/leads/${leadUid}`, { what: 'GET lead' })
  }
  const body = { notes: `Note ${chance.whole(1, 1_000_000)}` }
  return call(tenant, origin, 'PATCH', `/api/v3.3/leads/${leadUid}`, { body, what: 'PATCH lead' })
}

/** Pictures that are sent and fetched. */
export const pictures: Work = async ({ origins, picture, shown }, tenant, chance) => {
  const origin = chance.pick(origins)
  const form = new FormData()
  form.append('propertyUid', chance.pick(tenant.propertyUids))
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }))
  const { status, body } = await call(tenant, origin, 'POST', '/api/v3.3/photos', { body: form })
  if (status === 201) shown.push(body!.photo!.uid)
  if (shown.length > 0) {
    await call(tenant, origin, 'GET', `/files/photos/${chance.pick(shown)}`, { what: 'GET photo' })
  }
}

/** E-mails to guests. */
export const mails: Work = async ({ origins }, tenant, chance) => {
  const origin = chance.pick(origins)
  const known = tenant.intents.filter(({ leadUid }) => leadUid !== null)
  if (known.length === 0) return book(tenant, origin)
  const { leadUid } = chance.pick(known)
  const content = { subject: 'Your stay', text: `Mail ${chance.whole(1, 1_000_000_000)}` }
  const body = { type: 'EMAIL', leadUid, content }
  return call(tenant, origin, 'POST', '/api/v3.3/messages', { body })
}

/** Bookings, of each of which webhooks are told. */
export const bookings: Work = ({ origins }, tenant, chance) => book(tenant, chance.pick(origins))

/** Long answers that are read over a line that is disturbed, and bodies that are sent over it. */
export const throughLine: Work = async ({ line }, tenant, chance) => {
  if (chance.is(0.3)) return book(tenant, line)
  const { agencyUid } = tenant
  const fields = 'uid status notes property { name uid }'
  const body = `{ leads(agencyUid: "${agencyUid}", _limit: 500) { ${fields} } }`
  return call(tenant, line, 'POST', '/v2/leadsql', { body, what: 'long answer' })
}
