/** Webhooks of a caller with events and related records. */
import assert from 'node:assert/strict'
import { deliverDue } from '../fixtures/webhooks.ts'
import type { TestServer } from '../support/server.ts'
import type { Tenant } from './tenant.ts'

const eventType = 'BOOKING_UPDATED'
/** Number of webhooks by server: test files share a process, and examples contain the number. */
const webhookCounts = new WeakMap<TestServer, number>()

interface Options {
  agencyKey: string
  key: string
  callbackUrl: string
  isAgencyWide?: boolean
}

/**
 * Registers a webhook with two secrets, delivers a change of a guest to it, and creates a replay
 * that waits to be sent. Returns the fixture with these resources.
 *
 * @param agencyKey key that changes the guest; @param key credential that registers the webhook;
 * @param isAgencyWide subscribes to events of the agency instead of the property
 */
export async function withWebhook(
  server: TestServer,
  tenant: Tenant,
  { agencyKey, key, callbackUrl, isAgencyWide = false }: Options,
): Promise<Tenant> {
  const { agencyUid, propertyUid, leadUid } = tenant.uids
  const send = async (method: string, path: string, body?: object, credential = key) => {
    const response = await server.request(method, `/api/v3.3${path}`, { key: credential, body })
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const number = webhookCounts.get(server) ?? 0
  webhookCounts.set(server, number + 1)
  const url = `${callbackUrl}?n=${number}`
  const objectUid = isAgencyWide ? agencyUid : propertyUid
  const subscription = { objectUid, eventType, callbackUrl: url, payloadFormat: 'EXTENDED' }
  const webhookUid: string = (await send('POST', '/webhooks', subscription)).webhook.uid
  const { secret } = await send('POST', `/webhooks/${webhookUid}/secrets`, {})
  const guestInformation = { firstName: `${tenant.personalText}-${number + 1}` }
  await send('PATCH', `/leads/${leadUid}`, { guestInformation }, agencyKey)
  await deliverDue(server)
  const [delivery] = (await send('GET', `/webhooks/${webhookUid}/deliveries`)).deliveries
  const range = { mode: 'RANGE', afterSeq: delivery.eventSeq - 1 }
  const { replay } = await send('POST', `/webhooks/${webhookUid}/replays`, range)
  assert.deepEqual([delivery.status, replay.matched], ['DELIVERED', 1])
  const related = {
    webhookUid,
    secretUid: secret.uid as string,
    deliveryUid: delivery.uid as string,
    eventUid: delivery.eventUid as string,
    replayUid: replay.uid as string,
  }
  const uids = { ...tenant.uids, ...related, eventType, callbackUrl }
  return { ...tenant, uids, hiddenTexts: [...tenant.hiddenTexts, ...Object.values(related)] }
}
