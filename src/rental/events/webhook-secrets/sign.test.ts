/** Tests that any library of Standard Webhooks verifies requests: contract/events.md §7.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret, signatureHeaders } from './sign.ts'

const event = { id: '0198c7a4-0000-7000-8000-000000000001', body: '{"a":"é"}', at: new Date() }

describe('a secret', () => {
  it('is 32 random bytes in base64 behind whsec_', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(new Set(secrets).size, 2)
  })
})

describe('the headers', () => {
  it('match the example of the standard', () => {
    const at = new Date('2021-02-25T03:00:30.900Z')
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
    const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
    const headers = signatureHeaders({ id, body: '{"test": 2432232314}', at, secrets })
    assert.equal(headers['webhook-id'], id)
    assert.equal(headers['webhook-timestamp'], '1614222030')
    const secret = new Webhook('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    assert.equal(headers['webhook-signature'], secret.sign(id, at, '{"test": 2432232314}'))
  })

  it('are verified by the library, with the newer and the older of two secrets', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const headers = signatureHeaders({ ...event, secrets })
    for (const secret of secrets) {
      assert.deepEqual(new Webhook(secret).verify(event.body, headers), { a: 'é' })
    }
    const [newest] = headers['webhook-signature'].split(' ')
    assert.equal(
      newest,
      signatureHeaders({ ...event, secrets: [secrets[0]!] })['webhook-signature'],
    )
  })

  it('are not verified with another secret, body, id or time', () => {
    const secret = newWebhookSecret()
    const headers = signatureHeaders({ ...event, secrets: [secret] })
    const later = String(Number(headers['webhook-timestamp']) + 1)
    const verifying = (changes: object, body = event.body, by = secret) => {
      return () => new Webhook(by).verify(body, { ...headers, ...changes })
    }
    assert.doesNotThrow(verifying({}))
    assert.throws(verifying({}, '{"a":"e"}'))
    assert.throws(verifying({}, event.body, newWebhookSecret()))
    assert.throws(verifying({ 'webhook-id': 'other' }))
    assert.throws(verifying({ 'webhook-timestamp': later }))
  })
})
