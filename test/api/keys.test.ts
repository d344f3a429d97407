/** contract/general.md §2.1: the lifecycle of API keys. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findKeyFault, isMistyped, randomKey } from '../../src/platform/crypto/api-key-format.ts'
import { revokeKey, rotateKey } from '../../src/rental/access/agencies/api-keys.sql.ts'
import { listUses } from '../../src/rental/access/credential-uses/credential-uses.ts'
import { listSecurityEvents } from '../../src/rental/access/security-events/security-events.ts'
import * as make from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid } = await make.makeAgency(server)
const propertyUid = await make.makeProperty(server, agencyUid)
const leadUid = await make.makeLead(server, agencyUid, { property_uid: propertyUid })

const get = (path: string, key: string) => server.request('GET', path, { key })
const property = `/api/v3.3/properties/${propertyUid}`
const statusWith = async (key: string) => (await get(property, key)).status

describe('a key for some operations', () => {
  it('403 for all others in each version and by GraphQL, with the required tag', async () => {
    const { secret } = await make.makeKey(server, agencyUid, { tags: ['Leads'] })
    assert.equal((await get(`/api/v3.3/leads/${leadUid}`, secret)).status, 200)
    const leads = `/api/v3.3/leads?agencyUid=${agencyUid}`
    assert.equal((await get(leads, secret)).status, 200)
    for (const path of [property, `/v2/properties/${propertyUid}`]) {
      const { status, body } = await get(path, secret)
      assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
      assert.equal(body.requires, 'a key for Properties')
    }
    const body = { query: `{ leads(agencyUid: "${agencyUid}") { uid } }` }
    for (const path of ['/v2/leadsql', '/api/v3.3/graphql']) {
      const response = await server.request('POST', path, { key: secret, body })
      assert.deepEqual([response.status, response.body.requires], [403, 'a key for GraphQL'], path)
    }
    const { secret: other } = await make.makeKey(server, agencyUid, { tags: ['GraphQL'] })
    const response = await server.request('POST', '/v2/leadsql', { key: other, body })
    assert.equal(response.status, 200)
  })
})

describe('a key that gets another secret', () => {
  it('accepts the former one for the specified hours, unless it is revoked', async () => {
    const { uid, secret } = await make.makeKey(server, agencyUid)
    const next = await rotateKey(db, { uid, keepHours: 24 }, server.clock.now())
    assert.deepEqual([await statusWith(secret), await statusWith(next!)], [200, 200])
    server.clock.advance(23 * 3_600_000)
    assert.equal(await statusWith(secret), 200)
    server.clock.advance(3_600_000)
    assert.deepEqual([await statusWith(secret), await statusWith(next!)], [401, 200])
    const last = await rotateKey(db, { uid, keepHours: 24 }, server.clock.now())
    await revokeKey({ db }, uid, server.clock.now())
    const all = [secret, next!, last!].map(statusWith)
    assert.deepEqual(await Promise.all(all), [401, 401, 401])
  })
})

describe('the last use', () => {
  it('of keys and partners is stored, at most once an hour', async () => {
    const { uid, secret } = await make.makeKey(server, agencyUid)
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const uses = async () => [
      (await listUses({ db }, agencyUid, 'KEY')).get(uid)?.getTime(),
      (await listUses({ db }, agencyUid, 'PARTNER')).get(partnerUid)?.getTime(),
    ]
    assert.deepEqual(await uses(), [undefined, undefined])
    const first = server.clock.now().getTime()
    const use = () => Promise.all([statusWith(secret), statusWith(token)])
    assert.deepEqual(await use(), [200, 200])
    assert.deepEqual(await uses(), [first, first])
    server.clock.advance(3_599_000)
    await use()
    assert.deepEqual(await uses(), [first, first])
    server.clock.advance(1_000)
    await use()
    assert.deepEqual(await uses(), [first + 3_600_000, first + 3_600_000])
  })
})

describe('a key that has ended', () => {
  it('is recorded when it is used, once a minute and in one row a day', async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 1_000)
    const { uid, secret } = await make.makeKey(server, agencyUid, { expiresAt })
    assert.equal(await statusWith(secret), 200)
    const listRefusals = async () =>
      (await listSecurityEvents({ db }, agencyUid, 100))
        .filter(({ event, subject_uid }) => event === 'key.refused' && subject_uid === uid)
        .map(({ times }) => times)
    assert.deepEqual(await listRefusals(), [])
    server.clock.advance(1_000)
    for (let i = 0; i < 3; i++) assert.equal(await statusWith(secret), 401)
    assert.deepEqual(await listRefusals(), [1])
    server.clock.advance(60_000)
    assert.equal(await statusWith(secret), 401)
    assert.deepEqual(await listRefusals(), [2])
  })
})

describe('the text of a key', () => {
  it('identifies its kind, and reveals typing errors', () => {
    for (const [kind, prefix] of [
      ['agency', 'lpa'],
      ['partner', 'lpp'],
      ['client', 'lps'],
    ] as const) {
      const key = randomKey(kind)
      assert.match(key, new RegExp(`^${prefix}_[0-9A-Za-z]{47}$`))
      assert.equal(isMistyped(key), false)
      const digit = key[10] === '0' ? '1' : '0'
      assert.equal(isMistyped(`${key.slice(0, 10)}${digit}${key.slice(11)}`), true)
    }
  })

  it('from another system is accepted if it is hard to guess', () => {
    const strongKeys = [
      'BrsNm9eVbYVMRGyk',
      '6f1c9a0d3b7e52c8',
      crypto.randomUUID(),
      randomKey('agency'),
    ]
    for (const key of strongKeys) assert.equal(findKeyFault(key), null, key)
    const easy = ['aaaaaaaaaaaaaaaaaaaa', '12345678901234567890', 'abcdefghijklmnopqrst']
    for (const key of [...easy, '2026-11-22-12345678', 'kkkkkkkklllllllloooo']) {
      assert.match(findKeyFault(key) ?? '', /too easy/, key)
    }
    assert.match(findKeyFault('short') ?? '', /16 to 255/)
  })
})
