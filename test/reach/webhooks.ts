/** Webhooks of a caller that were told of an estate, with all that hangs on them. */
import assert from 'node:assert/strict'
import { deliverDue } from '../fixtures/webhooks.ts'
import type { TestServer } from '../support/server.ts'
import type { Estate } from './uids.ts'

const eventType = 'BOOKING_UPDATED'
/** How many webhooks a server has been given: files share a process, and examples tell it. */
const given = new WeakMap<TestServer, number>()

interface Options {
  agencyKey: string
  key: string
  callbackUrl: string
  ofAll?: boolean
}

/**
 * The estate as it is for one caller, who has a webhook for its property: with two secrets, a
 * change of a guest delivered to it, and a replay that waits to be sent.
 *
 * @param agencyKey changes the guest; @param key registers the webhook; @param ofAll for all that
 *   happens in the agency, not the property alone
 */
export async function withWebhook(
  server: TestServer,
  estate: Estate,
  { agencyKey, key, callbackUrl, ofAll = false }: Options,
): Promise<Estate> {
  const { agencyUid, propertyUid, leadUid } = estate.uids
  const ask = async (method: string, path: string, body?: object, by = key) => {
    const answer = await server.request(method, `/api/v3.3${path}`, { key: by, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const number = given.get(server) ?? 0
  given.set(server, number + 1)
  const url = `${callbackUrl}?n=${number}`
  const objectUid = ofAll ? agencyUid : propertyUid
  const wanted = { objectUid, eventType, callbackUrl: url, payloadFormat: 'EXTENDED' }
  const webhookUid: string = (await ask('POST', '/webhooks', wanted)).webhook.uid
  const { secret } = await ask('POST', `/webhooks/${webhookUid}/secrets`, {})
  const guestInformation = { firstName: `${estate.personalMark}-${number + 1}` }
  await ask('PATCH', `/leads/${leadUid}`, { guestInformation }, agencyKey)
  await deliverDue(server)
  const [delivery] = (await ask('GET', `/webhooks/${webhookUid}/deliveries`)).deliveries
  const range = { mode: 'RANGE', afterSeq: delivery.eventSeq - 1 }
  const { replay } = await ask('POST', `/webhooks/${webhookUid}/replays`, range)
  assert.deepEqual([delivery.status, replay.matched], ['DELIVERED', 1])
  const own = {
    webhookUid,
    secretUid: secret.uid as string,
    deliveryUid: delivery.uid as string,
    eventUid: delivery.eventUid as string,
    replayUid: replay.uid as string,
  }
  const uids = { ...estate.uids, ...own, eventType, callbackUrl }
  return { ...estate, uids, marks: [...estate.marks, ...Object.values(own)] }
}
