/** Blocks of several properties and units: contract/leads.md §9.4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeGroupFixture } from '../../../../test/fixtures/group-bookings.ts'
import { listUnits, makeStay } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key, makeInn, makeFamily, listNights } = await makeGroupFixture(server)
const july = { from: '2026-07-04', to: '2026-07-07' }
const createProperty = () => make.makeProperty(server, agencyUid)
const block = (body: object, as = key) => {
  const fields = { agencyUid, ...july, ...body }
  return server.request('POST', '/api/v3.3/leads/blocks', { key: as, body: fields })
}

interface Refusal {
  parameter: string
  propertyUid: string
  conflicts: { leadUid: string; nights: string[] }[]
  nextFree: { checkInLocalDate: string }[]
}

describe('POST /leads/blocks', () => {
  it('201: blocks every night from first to last at each target, in order', async () => {
    const [a, b, { typeUid }] = [await createProperty(), await createProperty(), await makeInn()]
    const [first, second] = await listUnits(server, agencyUid, typeUid)
    const targets = { propertyUids: [b, typeUid, a], unitUids: [first] }
    const { status, body } = await block({ ...targets, notes: 'New roof' })
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(body._metadata, { count: 4, totalCount: 4 })
    const blocks = body.leads.map((lead: Record<string, unknown>) => {
      const { propertyUid, unitUid, status, checkOutLocalDateTime, notes } = lead
      return [propertyUid, unitUid, status, String(checkOutLocalDateTime).slice(0, 10), notes]
    })
    const rest = ['BLOCKED', '2026-07-08', 'New roof']
    assert.deepEqual(blocks, [
      [b, null, ...rest],
      [typeUid, second, ...rest],
      [a, null, ...rest],
      [typeUid, first, ...rest],
    ])
    for (const lead of body.leads) {
      assert.deepEqual(await listNights(lead), ['[2026-07-04,2026-07-08)'])
    }
  })

  it('409: returns the conflicts of each target, and blocks none', async () => {
    const [a, b, c] = [await createProperty(), await createProperty(), await createProperty()]
    const stay = { propertyUid: b, checkIn: '2026-07-06', checkOut: '2026-07-09' }
    const booked = await makeStay(server, agencyUid, stay)
    const held = await makeStay(server, agencyUid, { ...stay, propertyUid: c, status: 'BLOCKED' })
    const { status, body } = await block({ propertyUids: [a, b, c] })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    const refusals = body.refusals.map((refusal: Refusal) => {
      const { parameter, propertyUid, conflicts, nextFree } = refusal
      const { leadUid, nights } = conflicts[0]!
      return [parameter, propertyUid, leadUid, nights, nextFree[0]!.checkInLocalDate]
    })
    const nights = ['2026-07-06', '2026-07-07']
    assert.deepEqual(refusals, [
      ['propertyUids[1]', b, booked, nights, '2026-07-09'],
      ['propertyUids[2]', c, held, nights, '2026-07-09'],
    ])
    assert.equal(body.propertyUid, b)
    const { body: list } = await server.request('GET', `/api/v3.3/leads?propertyUid=${a}`, { key })
    assert.deepEqual(list.leads, [])
  })

  it('409: returns no block of the same request as a conflict', async () => {
    const { typeUid } = await makeInn()
    const unitUids = await listUnits(server, agencyUid, typeUid)
    const { status, body } = await block({ propertyUids: [typeUid], unitUids })
    assert.deepEqual([status, body.refusals.length], [409, 1])
    assert.deepEqual(body.refusals[0].conflicts, [])
  })
})

describe('POST /leads/blocks, invalid requests', () => {
  it('400: rejects invalid bodies', async () => {
    const [a, { master, first }] = [await createProperty(), await makeFamily()]
    const wrongs: [object, string, RegExp][] = [
      [{}, 'REQUIRED_PARAMETER', /^One of \['propertyUids', 'unitUids'\] is required$/],
      [{ propertyUids: [a, a] }, 'INVALID_PARAMETER', /'propertyUids\[1\]' is the same as/],
      [{ propertyUids: [a], from: undefined }, 'REQUIRED_PARAMETER', /'from'/],
      [{ propertyUids: [a], to: '2026-07-03' }, 'INVALID_DATE_RANGE', /'to' must not be before/],
      [{ propertyUids: [a], to: '2040-01-01' }, 'INVALID_DATE_RANGE', /at most 1830 nights/],
      [{ propertyUids: [a], from: '1200-01-01', to: '1200-01-02' }, 'INVALID_DATE_RANGE', /1990/],
      [
        { propertyUids: [first, master] },
        'INVALID_PARAMETER',
        /\[0\]' is a sub-property of .*\[1\]/,
      ],
      [{ propertyUids: [a], source: 'X' }, 'INVALID_ENUM_VALUE', /allowed values/],
    ]
    for (const [body, code, text] of wrongs) {
      const response = await block(body)
      assert.deepEqual([response.status, response.body.code], [400, code], JSON.stringify(body))
      assert.match(response.body.apiErrorMessage, text)
    }
    const many = Array.from({ length: 60 }, () => randomUUID())
    const tooMany = await block({ propertyUids: many, unitUids: many })
    assert.match(tooMany.body.apiErrorMessage, /at most 100 entries/)
  })

  it('403: rejects inaccessible and read-only targets, and other agencies', async () => {
    const [a, b] = [await createProperty(), await createProperty()]
    const other = await make.makeAgency(server)
    const foreign = await make.makeProperty(server, other.agencyUid)
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: a })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const refused = [
      await block({ propertyUids: [a, foreign] }),
      await block({ propertyUids: [a, b] }, token),
      await block({ unitUids: [randomUUID()] }),
    ]
    assert.ok(refused.every(({ body }) => body.code === 'ACCESS_DENIED'))
    assert.equal(refused[1]!.body.parameter, 'propertyUids[1]')
    assert.equal((await block({ propertyUids: [a] }, token)).status, 201)
    assert.equal((await block({ propertyUids: [a] }, other.key)).status, 403)
  })
})

describe('POST /leads/blocks, concurrent requests', () => {
  it('201: creates all blocks of one request for the same properties', async () => {
    const uids = [
      await createProperty(),
      await createProperty(),
      await createProperty(),
      await createProperty(),
    ]
    const turned = uids.map((_, i) => [...uids.slice(i), ...uids.slice(0, i)])
    const orders = [...turned, ...turned.map(order => [...order].reverse())]
    const responses = await Promise.all(orders.map(propertyUids => block({ propertyUids })))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array.from({ length: 7 }, () => 409)])
    const { leads } = responses.find(({ status }) => status === 201)!.body
    const winners = new Set(leads.map(({ uid }: { uid: string }) => uid))
    for (const { body, status } of responses) {
      if (status === 201) continue
      const named = body.refusals.flatMap(({ conflicts }: { conflicts: { leadUid: string }[] }) =>
        conflicts.map(({ leadUid }) => leadUid),
      )
      assert.ok(named.length > 0 && named.every((uid: string) => winners.has(uid)))
    }
  })
})
