/**
 * Sign-in throttling: an attacker can neither guess passwords, nor lock employees out, nor block
 * the hashing threads (contract/general.md §2.4).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  authorizeUrl,
  makeManager,
  makeOAuthPartner,
  password,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'
import { hashPassword, hashSlots } from '../../../platform/crypto/passwords.ts'
import { storePassword } from '../passwords/employee-passwords.ts'

const server = await startServer({ TRUST_PROXY: '127.0.0.1' })
const { agencyUid } = await makeAgency(server)
const path = authorizeUrl(await makeOAuthPartner(server))

async function signIn(email: string, from: string, password = 'wrong password') {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ step: 'sign-in', email, password }),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const pass = (seconds: number) => server.clock.advance(seconds * 1_000)

async function makeManagers(...emails: string[]): Promise<void> {
  for (const email of emails) await makeManager(server, agencyUid, { email })
}

describe('sign-in attempts', () => {
  it('429: rejects a network after 20 failures in a minute at any accounts', async () => {
    await makeManagers('a@x.example', 'b@x.example', 'c@x.example')
    const from = (i: number) => `2001:db8:1:2::${i}`
    for (let i = 0; i < 20; i++) {
      const { status } = await signIn(`${'abc'[i % 3]}@x.example`, from(i))
      assert.equal(status, 403)
    }
    const right = await signIn('a@x.example', from(99), password)
    assert.equal(right.status, 429, 'the password was not compared')
    assert.ok(Number(right.retryAfter) > 50)
    assert.equal((await signIn('a@x.example', '2001:db8:1:3::1', password)).status, 200)
    pass(60)
    assert.equal((await signIn('a@x.example', from(1), password)).status, 200)
  })

  it('429: rejects a network at one account after 10 failures, with growing delays', async () => {
    await makeManagers('slow@x.example')
    const attempt = () => signIn('slow@x.example', '192.0.2.1')
    for (let i = 0; i < 10; i++) assert.equal((await attempt()).status, 403)
    for (const seconds of [1, 2, 4, 8]) {
      assert.deepEqual(await attempt(), { status: 429, retryAfter: String(seconds) })
      pass(seconds)
      assert.equal((await attempt()).status, 403)
    }
    pass(3_600)
    assert.equal((await attempt()).status, 403, 'failures expire after an hour')
  })

  it('200: accepts the right password from known and new networks during an attack', async () => {
    await makeManagers('boss@x.example')
    assert.equal((await signIn('boss@x.example', '198.51.100.7', password)).status, 200)
    for (let i = 0; i < 11; i++) {
      await Promise.all(Array.from({ length: 10 }, () => signIn('boss@x.example', `10.9.9.${i}`)))
    }
    const stranger = await signIn('boss@x.example', '10.9.9.1')
    assert.deepEqual([stranger.status, stranger.retryAfter !== null], [429, true])
    assert.equal((await signIn('boss@x.example', '198.51.100.7', 'a slip')).status, 403)
    assert.equal((await signIn('boss@x.example', '198.51.100.7', password)).status, 200)
    assert.equal((await signIn('boss@x.example', '203.0.113.9', password)).status, 200)
  })

  it('429: rejects only unknown networks after 240 failures in a minute', async () => {
    await makeManagers('one@x.example')
    assert.equal((await signIn('one@x.example', '198.51.100.8', password)).status, 200)
    pass(60)
    // Fills the counters of the process directly, because requests would take long.
    const now = server.clock.now()
    for (let i = 0; i < 240; i++) server.signIns.allNetworks.add('all', 240, now)
    assert.equal((await signIn('one@x.example', '192.0.2.44', password)).status, 429)
    assert.equal((await signIn('one@x.example', '198.51.100.8', password)).status, 200)
  })

  it('503: returns Retry-After when too many passwords are being compared', async () => {
    pass(60)
    await makeManagers('calm@x.example')
    assert.equal((await signIn('calm@x.example', '198.51.100.9', password)).status, 200)
    const leave = await hashSlots.anonymous.acquire('somebody')
    const attempt = (i: number) => signIn('calm@x.example', `203.0.113.${i}`)
    const waiting = Array.from({ length: 8 }, (_, i) => attempt(i))
    await eventually(() => hashSlots.anonymous.load.waiting === 8)
    assert.deepEqual(await attempt(8), { status: 503, retryAfter: '3' })
    const fromKnownNetwork = await signIn('calm@x.example', '198.51.100.9', password)
    assert.equal(fromKnownNetwork.status, 200, 'a known network is not delayed by others')
    leave()
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 403)
  })
})

describe('accounts of one e-mail address in several agencies', () => {
  const [own, guess] = ['a password of his own', 'wrong password']
  const [network, otherNetwork] = ['198.51.100.20', '203.0.113.20']

  /** Guesses 30 times, and signs in to the account of the other agency after every fifth guess. */
  async function guesses(email: string, from: string, after: () => Promise<void>) {
    let compared = 0
    for (let i = 1; i <= 30; i++) {
      pass(4)
      if ((await signIn(email, from, guess)).status === 403) compared++
      if (i % 5 === 0) await after()
    }
    return compared
  }

  async function makeOther(email: string): Promise<void> {
    const other = await makeAgency(server)
    const uid = await makeManager(server, other.agencyUid, { email })
    await storePassword(
      { db: server.database.kysely },
      { agency_uid: other.agencyUid, uid },
      await hashPassword(own, { ln: 4, r: 8, p: 1 }),
      server.clock.now(),
    )
  }

  it('429: an employee of another agency can guess no faster than an unknown client', async () => {
    await makeManagers('alone@x.example', 'shared@x.example')
    await makeOther('shared@x.example')
    const stranger = await guesses('alone@x.example', network, async () => {})
    assert.equal((await signIn('shared@x.example', otherNetwork, own)).status, 200)
    const colleague = await guesses('shared@x.example', otherNetwork, async () => {
      assert.equal((await signIn('shared@x.example', otherNetwork, own)).status, 200)
    })
    assert.ok(colleague <= stranger, `${colleague} guesses, ${stranger} of a stranger`)
    assert.equal((await signIn('shared@x.example', otherNetwork, password)).status, 429)
  })

  it('200: accepts the account with a known network while the other is attacked', async () => {
    await makeManagers('both@x.example')
    await makeOther('both@x.example')
    assert.equal((await signIn('both@x.example', network, own)).status, 200)
    pass(60)
    const now = server.clock.now()
    for (let i = 0; i < 240; i++) server.signIns.allNetworks.add('all', 240, now)
    assert.equal((await signIn('both@x.example', network, own)).status, 200)
    assert.equal((await signIn('both@x.example', network, password)).status, 429)
    pass(60)
    assert.equal((await signIn('both@x.example', network, password)).status, 200)
  })
})
