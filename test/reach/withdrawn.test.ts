/**
 * contract/general.md §3, §11 on every route, query and webhook: what a partner sees is asked when
 * it is shown. It saw an estate with personal data; then that is withdrawn, then the grants end.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../fixtures/webhooks.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Answer, startServer } from '../support/server.ts'
import { makeEstate } from './estate.ts'
import { agencyOnly, ofWebhooks } from './known.ts'
import { endpoints, queriesOf } from './queries.ts'
import { type AnyRoute, type Made, nameOf, requestOf } from './requests.ts'
import {
  dataRoutes,
  has,
  isRead,
  isWrite,
  type Scope,
  scopes,
  surfacesOf,
  told,
} from './surfaces.ts'
import { grantMore, tokenWith } from './tokens.ts'
import type { Estate } from './uids.ts'
import { withWebhook } from './webhooks.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()
const agency = await makeAgency(server)
const { agencyUid, key } = agency
const { ask, findings } = surfacesOf(server)
const db = server.database.kysely

const access = { access: 'READ_WRITE', personalData: true } as const
/** What is read, with a webhook for all of the agency. */
let seen: Estate
let token: string
/** A delivery that failed, and one that its webhook holds, each of a webhook of its own. */
const waiting: Record<string, Estate> = {}
/** Estates that every write was made of, each with a key, before anything was withdrawn. */
const written: { at: Scope; estate: Estate; writes: Write[] }[] = []

interface Write extends Made {
  name: string
  key: string
  first: Answer
}

before(async () => {
  const body = { v2LeadWrites: true }
  await server.request('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, { key, body })
  const estate = await makeEstate(server, agency, 'seen')
  token = await tokenWith(server, estate, access)
  const kept = { agencyUid, propertyUid: await makeProperty(server, agencyUid) }
  await grantMore(server, token, kept, { access: 'READ' })
  for (const at of [scopes.at(-1)!, scopes[0]]) written.push(await write(at))
  seen = await withOwn(estate, 'seen')
  for (const who of ['failed', 'held']) waiting[who] = await withOwn(estate, who)
  await server.request('POST', `/api/v3.3${hookOf(waiting.held!)}/disable`, { key: token })
  receiver.answer({ status: 500 })
  const guestInformation = { lastName: `${estate.personalMark}-later` }
  const change = { key, body: { guestInformation } }
  await server.request('PATCH', `/api/v3.3/leads/${estate.uids.leadUid}`, change)
  await deliverDue(server)
  receiver.answer({ status: 200 })
  receiver.forget()
})

const hookOf = ({ uids }: Estate) => `/webhooks/${uids.webhookUid}`

function withOwn(estate: Estate, who: string): Promise<Estate> {
  const callbackUrl = `${receiver.url}/${who}`
  return withWebhook(server, estate, { agencyKey: key, key: token, callbackUrl, ofAll: true })
}

/** Makes every write of a scope but deletions of an estate of its own, each with a key. */
async function write(at: Scope) {
  const made = await makeEstate(server, agency, `${at.scope}written`)
  await grantMore(server, token, made.uids, access)
  const estate = await withOwn(made, at.scope)
  const writes: Write[] = []
  for (const method of ['POST', 'PATCH', 'PUT']) {
    for (const route of dataRoutes(at, one => one.method === method && !one.lifecycle.standalone)) {
      const made = requestOf(at, route, estate)
      const name = nameOf(at.scope, route)
      const write = { ...made, name, key: `${writes.length}` }
      writes.push({ ...write, first: await repeat(at, write) })
    }
  }
  return { at, estate, writes }
}

function repeat({ prefix }: Scope, { method, path, body, key }: Omit<Write, 'first'>) {
  const headers = { 'idempotency-key': `${prefix}-${key}` }
  return server.request(method, path, { key: token, body, headers })
}

/** The marks that an answer must not have; a refusal names what was asked for. */
function marksIn({ status, text }: Answer, marks: string[], { uids }: Estate): string[] {
  const isRefused = [403, 404, 409].includes(status)
  const named = isRefused ? Object.values(uids) : []
  return marks.filter(mark => !named.includes(mark) && text.includes(mark))
}

/** Whatever may be read, asked or sent again shows none of an estate's marks. */
function itShowsNone(marksOf: (estate: Estate) => string[]) {
  const isClean = (answer: Answer, estate: Estate) =>
    marksIn(answer, marksOf(estate), estate).length === 0

  for (const at of scopes) {
    it(`${at.prefix}: not in any read`, async () => {
      const wrong = await findings(at, isRead, async route => {
        const answer = await ask(at, route, seen, token)
        return answer.status < 500 && isClean(answer, seen) ? null : told(answer)
      })
      assert.deepEqual(wrong, [])
    })
  }

  it('not in any query', async () => {
    for (const { path, schema } of endpoints) {
      for (const query of queriesOf(schema, seen)) {
        const answer = await server.request('POST', path, { key: token, body: { query } })
        // A refused query repeats what it was asked by.
        const text = JSON.stringify(answer.body.data ?? null)
        assert.ok(isClean({ ...answer, text }, seen), `${path} ${query} ${answer.text}`)
      }
    }
  })

  it('not in the answer that is stored for any write', async () => {
    for (const { at, estate, writes } of written) {
      const wrong: string[] = []
      for (const write of writes) {
        const again = await repeat(at, write)
        const isSame = again.status === write.first.status || [403, 404].includes(again.status)
        if (!isSame || !isClean(again, estate)) wrong.push(`${write.name}: ${told(again)}`)
      }
      assert.deepEqual(wrong, [])
    }
  })

  it('not in anything that is sent, now or once more', async () => {
    receiver.forget()
    const at = scopes.at(-1)!
    const replays = (route: AnyRoute) => ofWebhooks(route) && /replay|test$/.test(route.path)
    for (const route of dataRoutes(at, one => isWrite(one) && replays(one))) {
      if (route.method === 'POST') await ask(at, route, seen, token)
    }
    await sendWaiting()
    const sent = receiver.received.map(({ text }) => ({ status: 200, text }) as Answer)
    assert.deepEqual(
      sent.filter(one => !isClean(one, seen)).map(({ text }) => text),
      [],
    )
  })
}

async function sendWaiting(): Promise<void> {
  await server.request('POST', `/api/v3.3${hookOf(waiting.held!)}/enable`, { key: token })
  server.clock.advance(3_600_000)
  await deliverDue(server)
}

describe('while a partner has personal data', () => {
  for (const at of scopes) {
    it(`${at.prefix}: reads show it`, async () => {
      const shown = await findings(at, isRead, async route => {
        const { status, text } = await ask(at, route, seen, token)
        if (!agencyOnly(route)) assert.equal(status, 200, `${route.path} ${text}`)
        return text.includes(seen.personalMark) ? 'shown' : null
      })
      assert.ok(shown.length >= (has(at, '3.3') ? 5 : 2), `${shown}`)
    })
  }

  it('writes are answered with it, and again the same', async () => {
    for (const { at, estate, writes } of written) {
      const shown = writes.filter(({ first }) => first.text.includes(estate.personalMark))
      assert.ok(shown.length >= (has(at, '3.3') ? 3 : 1), `${at.prefix} ${shown.length}`)
      const again = await repeat(at, shown[0]!)
      assert.deepEqual([again.status, again.text], [shown[0]!.first.status, shown[0]!.first.text])
    }
  })
})

describe('once personal data is withdrawn', () => {
  before(async () => {
    await db.updateTable('grants').set({ personal_data: false }).execute()
  })

  itShowsNone(({ personalMark }) => [personalMark])
})

describe('once the grants have ended', () => {
  before(async () => {
    for (const { uids } of [seen, ...written.map(({ estate }) => estate)]) {
      const objects = [uids.propertyUid!, uids.hotelUid!]
      await db.deleteFrom('grants').where('object_uid', 'in', objects).execute()
    }
  })

  itShowsNone(({ uids, marks }) => {
    const own = [uids.webhookUid, uids.secretUid, uids.replayUid]
    return marks.filter(mark => !own.includes(mark))
  })
})
