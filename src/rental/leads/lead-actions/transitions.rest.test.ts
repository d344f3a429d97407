/** Every cell of the table of contract/leads.md §4.1, over HTTP. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { makeLeadIn } from '../../../../test/fixtures/leads-in-states.ts'
import { makeAgency, makeProperty, updatedAt } from '../../../../test/fixtures/rows.ts'
import {
  allowedActions,
  type Row,
  readTransition,
  rows,
  type State,
  states,
  wireValues,
} from '../../../../test/lead-model/transitions.ts'
import { startServer, type TestResponse } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const otherUid = await makeProperty(server, agencyUid)

let stayCount = 0

/** Returns four nights that no other test uses, and the night after them. */
function nextStay() {
  const checkIn = Temporal.PlainDate.from('2027-01-01').add({ days: 10 * stayCount++ })
  const date = (days: number) => checkIn.add({ days }).toString()
  return { propertyUid, checkIn: date(0), checkOut: date(4), dayAfter: date(5), moveDay: date(2) }
}

interface Case {
  uid: string
  stay: ReturnType<typeof nextStay>
}

async function createLeadIn(state: State): Promise<Case> {
  const stay = nextStay()
  return { uid: await makeLeadIn(server, agencyUid, state, stay), stay }
}

async function runAction(row: Row, { uid, stay }: Case, body: object = {}): Promise<TestResponse> {
  const path = `/api/v3.3/leads/${uid}`
  if (row === 'DELETE') return server.request('DELETE', path, { key })
  if (row === 'PATCH') {
    return server.request('PATCH', path, { key, body: { externalBookingId: 'HMX4' } })
  }
  if (row === 'split') {
    const move = { splitLocalDate: stay.moveDay, propertyUid: otherUid }
    return server.request('POST', `${path}/split`, { key, body: move })
  }
  const actionBody = row === 'alteration' ? { checkOutLocalDate: stay.dayAfter } : body
  return server.request('POST', `${path}/${row}`, { key, body: actionBody })
}

const read = (uid: string) => server.request('GET', `/api/v3.3/leads/${uid}`, { key })
const changedAt = (uid: string) => updatedAt(server, 'leads', agencyUid, uid)

async function assertState(uid: string, state: State): Promise<void> {
  const { body } = await read(uid)
  const { type, status } = body.lead
  assert.deepEqual({ type, status }, wireValues[state])
}

async function assertRefused(row: Row, state: State, code: string): Promise<TestResponse> {
  const lead = await createLeadIn(state)
  const before = await changedAt(lead.uid)
  const response = await runAction(row, lead)
  const { type, status } = wireValues[state]
  assert.deepEqual([response.status, response.body.code], [409, code], response.text)
  assert.equal(await changedAt(lead.uid), before, 'nothing changed')
  await assertState(lead.uid, state)
  const subject = `${lead.uid} of type ${type} in status ${status}`
  const texts: Record<string, string> = {
    ILLEGAL_TRANSITION: `Action '${row}' is not allowed for lead ${subject}`,
    LEAD_NOT_DELETABLE: `Lead ${subject} can not be deleted`,
  }
  if (texts[code]) assert.equal(response.body.apiErrorMessage, texts[code])
  return response
}

async function assertDone(row: Row, state: State, to: State, body?: object): Promise<void> {
  const lead = await createLeadIn(state)
  const before = await changedAt(lead.uid)
  const response = await runAction(row, lead, body)
  assert.equal(response.status, row === 'split' ? 201 : 200, response.text)
  const { type, status } = response.body.lead ?? response.body.leads[1]
  assert.deepEqual({ type, status }, wireValues[to])
  await assertState(lead.uid, to)
  const isSame = readTransition(row, state).effect === '=' && to === state
  assert.equal((await changedAt(lead.uid)) === before, isSame, 'the time of the last change')
}

/** Creates a booking of the nights that the action needs: the stay, or its extension. */
async function assertNightsNeeded(row: Row, state: State): Promise<void> {
  const lead = await createLeadIn(state)
  const { checkIn, checkOut, dayAfter } = lead.stay
  const dates =
    row === 'alteration' ? { checkIn: checkOut, checkOut: dayAfter } : { checkIn, checkOut }
  const needed = row === 'split' ? otherUid : propertyUid
  await makeStay(server, agencyUid, { propertyUid: needed, ...dates })
  const response = await runAction(row, lead)
  assert.deepEqual([response.status, response.body.code], [409, 'NOT_AVAILABLE'], response.text)
  await assertState(lead.uid, state)
}

async function assertCell(row: Row, state: State): Promise<void> {
  const { effect, needsNights } = readTransition(row, state)
  if (effect === '·') {
    const { body } = await assertRefused(row, state, 'ILLEGAL_TRANSITION')
    assert.equal(body.action, row)
    assert.equal(body.leadStatus, wireValues[state].status)
    assert.deepEqual(body.allowedActions, allowedActions(state))
  } else if (effect === 'R') {
    await assertRefused(row, state, 'LEAD_READ_ONLY')
  } else if (effect === 'N') {
    const { body } = await assertRefused(row, state, 'LEAD_NOT_DELETABLE')
    assert.deepEqual(body.allowedActions, allowedActions(state))
  } else if (effect === 'gone') {
    const lead = await createLeadIn(state)
    assert.equal((await runAction(row, lead)).status, 204)
    assert.equal((await read(lead.uid)).status, 404)
  } else {
    await assertDone(row, state, effect === '=' || effect === '✓' ? state : effect)
    if (needsNights) await assertNightsNeeded(row, state)
  }
}

for (const row of rows) {
  describe(`${row} of a lead`, () => {
    for (const state of states) {
      const { effect, needsNights } = readTransition(row, state)
      it(`${state}: ${effect}${needsNights ? ', if the nights are free' : ''}`, () =>
        assertCell(row, state))
    }
  })
}

describe('close with a reason', () => {
  const closings = { CLOSED: 'CL', IGNORED: 'IG', DUPLICATE: 'DU' } as const
  for (const state of states.filter(from => readTransition('close', from).usesReason)) {
    for (const [reason, to] of Object.entries(closings)) {
      it(`${state}: ${reason} leads to ${to}`, () => assertDone('close', state, to, { reason }))
    }
  }

  for (const reason of Object.keys(closings)) {
    it(`PE: ${reason} leads to RC`, () => assertDone('close', 'PE', 'RC', { reason }))
  }
})

describe('accept-booking-request if requests need a confirmation', () => {
  it('PE: becomes PA, which is then booked', async () => {
    const path = `/api/v3.3/agencies/${agencyUid}/settings`
    const body = { requestNeedsConfirmation: true }
    assert.equal((await server.request('PATCH', path, { key, body })).status, 200)
    await assertDone('accept-booking-request', 'PE', 'PA')
    await assertDone('accept-booking-request', 'PA', 'PA')
    await assertDone('mark-as-booked', 'PA', 'BK')
  })
})

describe('allowedActions', () => {
  it('depend on the API version', async () => {
    const { uid } = await createLeadIn('NW')
    const path = `/api/v3.2/leads/${uid}/cancel`
    const { body } = await server.request('POST', path, { key })
    const expectedActions = allowedActions('NW').filter(
      action => !['mark-quote-sent', 'split'].includes(action),
    )
    assert.deepEqual(body.allowedActions, expectedActions)
  })
})
