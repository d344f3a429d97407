/** Warnings, and prices other than the quoted one: contract/leads.md §5, §8.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const call = (method: string, path: string, body?: unknown, by = { key }) =>
  server.request(method, `/api/v3.3${path}`, { ...by, ...(body === undefined ? {} : { body }) })
const house = (columns: object = {}) =>
  makeProperty(server, agencyUid, { daily_rate: '100', ...columns })
const warningOf = ({ headers }: { headers: Headers }) => headers.get('x-lodgepole-warning')

/** A stay between two days of August, at times of day. */
async function booked(propertyUid: string, from: string, to: string, more: object = {}) {
  const stay = { checkInLocalDateTime: `2026-08-${from}`, checkOutLocalDateTime: `2026-08-${to}` }
  const body = { agencyUid, propertyUid, status: 'BOOKED', guestInformation: {}, ...stay, ...more }
  const made = await call('POST', '/leads', body)
  assert.equal(made.status, 201, made.text)
  return { uid: made.body.lead.uid as string, warning: warningOf(made) }
}

describe('a late check-out over an early arrival of the same day', () => {
  it('is warned of by a booking, an alteration, and an act that takes nights', async () => {
    const propertyUid = await house()
    const first = await booked(propertyUid, '10T16:00', '14T15:00')
    assert.equal(first.warning, null)
    const early = await booked(propertyUid, '14T12:00', '16T11:00')
    const told = (out: string, at: string) =>
      `TIMES_OVERLAP: lead ${first.uid} checks out at 2026-08-14T${out}, ` +
      `after lead ${early.uid} checks in at 2026-08-14T${at}`
    assert.equal(early.warning, told('15:00', '12:00'))
    const alter = (uid: string, body: object) => call('POST', `/leads/${uid}/alteration`, body)
    const later = await alter(first.uid, { checkOutLocalDateTime: '2026-08-14T16:30' })
    assert.equal(warningOf(later), told('16:30', '12:00'))
    const settled = await alter(first.uid, { checkOutLocalDateTime: '2026-08-14T12:00' })
    assert.equal(warningOf(settled), null)
    const earlier = await alter(early.uid, { checkInLocalDateTime: '2026-08-14T10:00' })
    assert.equal(warningOf(earlier), told('12:00', '10:00'))
    await call('POST', `/leads/${early.uid}/cancel`)
    assert.equal(
      warningOf(await call('POST', `/leads/${early.uid}/rebook`)),
      told('12:00', '10:00'),
    )
  })

  it('is not of blocks, of other houses, or of what holds no nights', async () => {
    const [one, other] = [await house(), await house()]
    await booked(one, '10T16:00', '14T18:00')
    assert.equal((await booked(other, '14T10:00', '15T11:00')).warning, null)
    assert.equal((await booked(one, '14T10:00', '15T11:00', { status: 'NEW' })).warning, null)
    assert.equal((await booked(one, '14T10:00', '15T11:00', { status: 'BLOCKED' })).warning, null)
  })

  it('does not tell partners which lead it is', async () => {
    const propertyUid = await house()
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    await booked(propertyUid, '10T16:00', '14T18:00')
    const dates = {
      checkInLocalDateTime: '2026-08-14T10:00',
      checkOutLocalDateTime: '2026-08-15T11:00',
    }
    const stay = { agencyUid, propertyUid, status: 'BOOKED', guestInformation: {}, ...dates }
    const made = await call('POST', '/leads', stay, { key: token })
    assert.match(warningOf(made)!, /^TIMES_OVERLAP: another lead checks out at 2026-08-14T18:00/)
  })
})

describe('an assignee who is not active', () => {
  it('is taken and warned of, by a new lead and by a PATCH', async () => {
    const assigneeUid = await makeEmployee(server, agencyUid, { is_active: false })
    const expected = `ASSIGNEE_INACTIVE: employee ${assigneeUid} is not active`
    const made = await booked(await house(), '10T16:00', '14T11:00', { assigneeUid })
    assert.equal(made.warning, expected)
    const body = { assigneeUid, status: 'NEW' }
    const patched = await call('PATCH', `/leads/${made.uid}`, body)
    assert.deepEqual([patched.status, patched.body.lead.assignee.uid], [200, assigneeUid])
    const [own, warned] = warningOf(patched)!.split(' | ')
    assert.deepEqual([own?.startsWith('not changed by PATCH: status'), warned], [true, expected])
    const both = await call('PATCH', `/leads/${made.uid}?dryRun=1`, { assigneeUid })
    const unknown = 'UNKNOWN_PARAMETER: Ignored query parameters: dryRun'
    assert.equal(warningOf(both), `${unknown} | ${expected}`)
    const active = await makeEmployee(server, agencyUid, {})
    assert.equal(
      warningOf(await call('PATCH', `/leads/${made.uid}`, { assigneeUid: active })),
      null,
    )
  })
})

describe('POST /leads with expectedTotalAmount', () => {
  it('201 at the quoted price; 409 with the new quote at another, and nothing is stored', async () => {
    const propertyUid = await house({ cleaning_fee: '30' })
    const stay = { propertyUid, checkInDate: '2026-08-10', checkOutDate: '2026-08-14' }
    const { quote } = (await call('POST', '/quotes', stay)).body
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate: 120 } })
    const dates = { checkInLocalDate: '2026-08-10', checkOutLocalDate: '2026-08-14' }
    const lead = { agencyUid, propertyUid, status: 'BOOKED', guestInformation: {}, ...dates }
    const expectedTotalAmount = quote.totalAmount
    const refused = await call('POST', '/leads', { ...lead, expectedTotalAmount })
    assert.deepEqual([refused.status, refused.body.code], [409, 'PRICE_CHANGED'], refused.text)
    assert.equal(
      refused.body.apiErrorMessage,
      'The price of the stay is now 510.00 USD, not 430.00',
    )
    const again = (await call('POST', '/quotes', stay)).body.quote
    assert.deepEqual(refused.body.quote, { ...again, agencyUid })
    const { leads } = (await call('GET', `/leads?propertyUid=${propertyUid}`)).body
    assert.deepEqual(leads, [])
    const made = await call('POST', '/leads', { ...lead, expectedTotalAmount: again.totalAmount })
    assert.equal(made.status, 201)
    const block = { ...lead, ...{ status: 'BLOCKED', expectedTotalAmount: 1 } }
    const later = { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-21' }
    assert.equal((await call('POST', '/leads', { ...block, ...later })).status, 201)
  })
})

describe('an alteration with expectedTotalAmount', () => {
  it('200 at the quoted price; 409 with the new quote at another, and nothing changes', async () => {
    const propertyUid = await house()
    const { uid } = await booked(propertyUid, '10T16:00', '14T11:00')
    const stay = { checkInDate: '2026-08-10', checkOutDate: '2026-08-16' }
    const asked = { propertyUid, leadUid: uid, ...stay }
    const { quote } = (await call('POST', '/quotes', asked)).body
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate: 120 } })
    const alter = (expectedTotalAmount: number, more: object = {}) => {
      const body = { checkOutLocalDate: '2026-08-16', expectedTotalAmount, ...more }
      return call('POST', `/leads/${uid}/alteration`, body)
    }
    const refused = await alter(quote.totalAmount)
    assert.deepEqual([refused.status, refused.body.code], [409, 'PRICE_CHANGED'], refused.text)
    assert.deepEqual([refused.body.quote.totalAmount, refused.body.quote.leadUid], [640, uid])
    const { lead } = (await call('GET', `/leads/${uid}`)).body
    assert.equal(lead.checkOutLocalDateTime, '2026-08-14T11:00:00')
    assert.equal((await alter(640)).status, 200)
    const same = { checkOutLocalDate: null }
    const unchanged = [await alter(640, same), await alter(1, same)]
    assert.deepEqual(
      unchanged.map(({ status }) => status),
      [200, 409],
    )
  })
})

describe('rebook of a lead that is booked already', () => {
  it('warns when it asks for another stay, and changes nothing', async () => {
    const propertyUid = await house()
    const { uid } = await booked(propertyUid, '10T16:00', '14T11:00')
    const rebook = (body: object) => call('POST', `/leads/${uid}/rebook`, body)
    const expected = `NOT_ALTERED: lead ${uid} is already booked; request an alteration to change its stay`
    for (const body of [
      { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-22' },
      { adultCount: 3 },
      { recalculate: true },
    ]) {
      const answer = await rebook(body)
      assert.deepEqual([answer.status, warningOf(answer)], [200, expected])
      assert.equal(answer.body.lead.checkInLocalDateTime, '2026-08-10T16:00:00')
    }
  })

  it('does not warn when it is sent again', async () => {
    const propertyUid = await house()
    const { uid } = await booked(propertyUid, '10T16:00', '14T11:00')
    await call('POST', `/leads/${uid}/cancel`)
    const body = { checkInLocalDate: '2026-08-20', checkOutLocalDate: '2026-08-22', adultCount: 2 }
    for (const answer of [
      await call('POST', `/leads/${uid}/rebook`, body),
      await call('POST', `/leads/${uid}/rebook`, body),
      await call('POST', `/leads/${uid}/rebook`),
    ]) {
      assert.deepEqual([answer.status, warningOf(answer)], [200, null], answer.text)
    }
  })
})
