/** Every cell of the table of contract/leads.md §4.1, over HTTP. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { makeLeadIn } from '../../../../test/fixtures/leads-in-states.ts'
import { makeAgency, makeProperty, updatedAt } from '../../../../test/fixtures/rows.ts'
import {
  allowedActions,
  cellOf,
  type Row,
  rows,
  type State,
  states,
  wordsOf,
} from '../../../../test/lead-walk/transitions.ts'
import { type Answer, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const otherUid = await makeProperty(server, agencyUid)

let staysMade = 0

/** Four nights that no other test looks at, and the night after them. */
function nextStay() {
  const checkIn = Temporal.PlainDate.from('2027-01-01').add({ days: 10 * staysMade++ })
  const date = (days: number) => checkIn.add({ days }).toString()
  return { propertyUid, checkIn: date(0), checkOut: date(4), dayAfter: date(5), moveDay: date(2) }
}

interface Case {
  uid: string
  stay: ReturnType<typeof nextStay>
}

async function leadIn(state: State): Promise<Case> {
  const stay = nextStay()
  return { uid: await makeLeadIn(server, agencyUid, state, stay), stay }
}

async function act(row: Row, { uid, stay }: Case, body: object = {}): Promise<Answer> {
  const path = `/api/v3.3/leads/${uid}`
  if (row === 'DELETE') return server.request('DELETE', path, { key })
  if (row === 'PATCH') {
    return server.request('PATCH', path, { key, body: { externalBookingId: 'HMX4' } })
  }
  if (row === 'split') {
    const move = { splitLocalDate: stay.moveDay, propertyUid: otherUid }
    return server.request('POST', `${path}/split`, { key, body: move })
  }
  const given = row === 'alteration' ? { checkOutLocalDate: stay.dayAfter } : body
  return server.request('POST', `${path}/${row}`, { key, body: given })
}

const read = (uid: string) => server.request('GET', `/api/v3.3/leads/${uid}`, { key })
const changedAt = (uid: string) => updatedAt(server, 'leads', agencyUid, uid)

async function assertState(uid: string, state: State): Promise<void> {
  const { body } = await read(uid)
  const { type, status } = body.lead
  assert.deepEqual({ type, status }, wordsOf[state])
}

async function assertRefused(row: Row, state: State, code: string): Promise<Answer> {
  const lead = await leadIn(state)
  const before = await changedAt(lead.uid)
  const answer = await act(row, lead)
  const { type, status } = wordsOf[state]
  assert.deepEqual([answer.status, answer.body.code], [409, code], answer.text)
  assert.equal(await changedAt(lead.uid), before, 'nothing changed')
  await assertState(lead.uid, state)
  const subject = `${lead.uid} of type ${type} in status ${status}`
  const texts: Record<string, string> = {
    ILLEGAL_TRANSITION: `Action '${row}' is not allowed for lead ${subject}`,
    LEAD_NOT_DELETABLE: `Lead ${subject} can not be deleted`,
  }
  if (texts[code]) assert.equal(answer.body.apiErrorMessage, texts[code])
  return answer
}

async function assertDone(row: Row, state: State, to: State, body?: object): Promise<void> {
  const lead = await leadIn(state)
  const before = await changedAt(lead.uid)
  const answer = await act(row, lead, body)
  assert.equal(answer.status, row === 'split' ? 201 : 200, answer.text)
  const { type, status } = answer.body.lead ?? answer.body.leads[1]
  assert.deepEqual({ type, status }, wordsOf[to])
  await assertState(lead.uid, to)
  const isSame = cellOf(row, state).does === '=' && to === state
  assert.equal((await changedAt(lead.uid)) === before, isSame, 'the time of the last change')
}

/** A booking takes the nights that the act needs: the stay, or what it is to be longer by. */
async function assertNightsNeeded(row: Row, state: State): Promise<void> {
  const lead = await leadIn(state)
  const { checkIn, checkOut, dayAfter } = lead.stay
  const dates =
    row === 'alteration' ? { checkIn: checkOut, checkOut: dayAfter } : { checkIn, checkOut }
  const needed = row === 'split' ? otherUid : propertyUid
  await makeStay(server, agencyUid, { propertyUid: needed, ...dates })
  const answer = await act(row, lead)
  assert.deepEqual([answer.status, answer.body.code], [409, 'NOT_AVAILABLE'], answer.text)
  await assertState(lead.uid, state)
}

async function assertCell(row: Row, state: State): Promise<void> {
  const { does, needsNights } = cellOf(row, state)
  if (does === '·') {
    const { body } = await assertRefused(row, state, 'ILLEGAL_TRANSITION')
    assert.equal(body.action, row)
    assert.equal(body.leadStatus, wordsOf[state].status)
    assert.deepEqual(body.allowedActions, allowedActions(state))
  } else if (does === 'R') {
    await assertRefused(row, state, 'LEAD_READ_ONLY')
  } else if (does === 'N') {
    const { body } = await assertRefused(row, state, 'LEAD_NOT_DELETABLE')
    assert.deepEqual(body.allowedActions, allowedActions(state))
  } else if (does === 'gone') {
    const lead = await leadIn(state)
    assert.equal((await act(row, lead)).status, 204)
    assert.equal((await read(lead.uid)).status, 404)
  } else {
    await assertDone(row, state, does === '=' || does === '✓' ? state : does)
    if (needsNights) await assertNightsNeeded(row, state)
  }
}

for (const row of rows) {
  describe(`${row} of a lead`, () => {
    for (const state of states) {
      const { does, needsNights } = cellOf(row, state)
      it(`${state}: ${does}${needsNights ? ', if the nights are free' : ''}`, () =>
        assertCell(row, state))
    }
  })
}

describe('close with a reason', () => {
  const closings = { CLOSED: 'CL', IGNORED: 'IG', DUPLICATE: 'DU' } as const
  for (const state of states.filter(each => cellOf('close', each).takesReason)) {
    for (const [reason, to] of Object.entries(closings)) {
      it(`${state}: ${reason} leads to ${to}`, () => assertDone('close', state, to, { reason }))
    }
  }

  for (const reason of Object.keys(closings)) {
    it(`PE: ${reason} leads to RC`, () => assertDone('close', 'PE', 'RC', { reason }))
  }
})

describe('accept-booking-request where requests need a confirmation', () => {
  it('PE: waits as PA, and PA is then booked', async () => {
    const path = `/api/v3.3/agencies/${agencyUid}/settings`
    const body = { requestNeedsConfirmation: true }
    assert.equal((await server.request('PATCH', path, { key, body })).status, 200)
    await assertDone('accept-booking-request', 'PE', 'PA')
    await assertDone('accept-booking-request', 'PA', 'PA')
    await assertDone('mark-as-booked', 'PA', 'BK')
  })
})

describe('allowedActions', () => {
  it('are those of the version', async () => {
    const { uid } = await leadIn('NW')
    const path = `/api/v3.2/leads/${uid}/cancel`
    const { body } = await server.request('POST', path, { key })
    const known = allowedActions('NW').filter(
      action => !['mark-quote-sent', 'split'].includes(action),
    )
    assert.deepEqual(body.allowedActions, known)
  })
})
