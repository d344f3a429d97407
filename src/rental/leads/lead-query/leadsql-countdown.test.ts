import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'
import { toInstant } from '../../../platform/dates/dates.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

type Columns = NonNullable<Parameters<typeof makeLead>[2]>

interface Countdown {
  countingDown: boolean
  nextStatus: string | null
  countdownPercentage: number | null
  overdue: boolean
  startDateTimeString: string | null
  endDateTimeString: string | null
}

const at = (instant: string) => new Date(instant)

/** Returns the countdowns of one lead at several instants. */
async function countdowns(
  columns: Columns,
  moments: string[],
  of: { agencyUid: string; key: string } = { agencyUid, key },
): Promise<Countdown[]> {
  const uid = await makeLead(server, of.agencyUid, columns)
  const query = `{ leads(agencyUid: "${of.agencyUid}", _limit: 1000) { uid countdown { countingDown
    nextStatus countdownPercentage overdue startDateTimeString endDateTimeString } } }`
  const results: Countdown[] = []
  for (const moment of moments) {
    server.clock.set(moment)
    const { body } = await leadQuery(server, of.key, query)
    const lead = body.data.leads.find((lead: { uid: string }) => lead.uid === uid)
    assert.equal(lead.countdown.length, 1)
    results.push(lead.countdown[0])
  }
  return results
}

/**
 * Checks the countdown at its start, after a quarter and just before its end. Returns the
 * countdowns at the end and a day later.
 */
async function checkRun(
  columns: Columns,
  start: string,
  end: string,
  next: string,
  agency?: { agencyUid: string; key: string },
): Promise<Countdown[]> {
  const [from, to] = [at(start).getTime(), at(end).getTime()]
  const instants = [from - 1_000, from, from + (to - from) / 4, to - 1, to, to + 86_400_000]
  const iso = instants.map(moment => new Date(moment).toISOString())
  const results = await countdowns(columns, iso, agency)
  const within = results.slice(0, 4)
  assert.deepEqual(
    within.map(countdown => countdown.countdownPercentage),
    [0, 0, 25, 99],
  )
  for (const countdown of within) {
    assert.equal(countdown.countingDown, true)
    assert.equal(countdown.nextStatus, next)
    assert.equal(countdown.overdue, false)
    assert.equal(countdown.startDateTimeString, start.slice(0, 19))
    assert.equal(countdown.endDateTimeString, end.slice(0, 19))
  }
  return results.slice(4)
}

const assertOver = (next: string) => (countdown: Countdown) => {
  const { countingDown, nextStatus, countdownPercentage, overdue } = countdown
  assert.deepEqual(
    [countingDown, nextStatus, countdownPercentage, overdue],
    [false, next, 100, true],
  )
}

const request = { type: 'BOOKING_REQUEST', status: 'PENDING' }
const approved = { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED' }
const booking = { type: 'BOOKING', status: 'BOOKED' }
const timer = {
  timer_started_at: at('2026-05-20T09:00:00Z'),
  timer_ends_at: at('2026-05-22T09:00:00Z'),
}

describe('countdown of an inquiry', () => {
  const created = { created_at: at('2026-05-18T06:30:15.500Z') }

  it('NEW: runs 24 hours from creation to QUOTE_SENT', async () => {
    const created = { created_at: at('2026-05-18T06:30:15Z') }
    const over = await checkRun(
      created,
      '2026-05-18T06:30:15Z',
      '2026-05-19T06:30:15Z',
      'QUOTE_SENT',
    )
    over.forEach(assertOver('QUOTE_SENT'))
  })

  it('returns times without fractions of a second', async () => {
    const [one] = await countdowns(created, ['2026-05-18T12:00:00Z'])
    assert.equal(one!.startDateTimeString, '2026-05-18T06:30:15')
    assert.equal(one!.endDateTimeString, '2026-05-19T06:30:15')
  })

  it('NEW: restarts when the lead is reopened', async () => {
    const reopened = { ...created, timer_started_at: at('2026-05-20T00:00:00Z') }
    await checkRun(reopened, '2026-05-20T00:00:00Z', '2026-05-21T00:00:00Z', 'QUOTE_SENT')
  })

  it('QUOTE_SENT: runs 168 hours from the quote; the lead is not closed at the end', async () => {
    const quoted = { ...created, quote_sent_at: at('2026-05-19T10:00:00Z') }
    const over = await checkRun(
      quoted,
      '2026-05-19T10:00:00Z',
      '2026-05-26T10:00:00Z',
      'CLOSED_QUOTE',
    )
    over.forEach(assertOver('CLOSED_QUOTE'))
  })

  it('ON_HOLD: runs from the hold to its expiry, then HOLD_EXPIRED', async () => {
    const held = { status: 'ON_HOLD', ...timer, quote_sent_at: at('2026-05-19T10:00:00Z') }
    const over = await checkRun(
      held,
      '2026-05-20T09:00:00Z',
      '2026-05-22T09:00:00Z',
      'HOLD_EXPIRED',
    )
    over.forEach(assertOver('HOLD_EXPIRED'))
  })
})

describe('countdown of a booking request', () => {
  for (const [name, columns] of [
    ['PENDING', request],
    ['PENDING_APPROVED', approved],
  ] as const) {
    it(`${name}: runs to the end of its timer, then CLOSED_QUOTE, for any source`, async () => {
      const timed = { ...columns, ...timer, source: 'DIRECT_AIRBNB' }
      const over = await checkRun(
        timed,
        '2026-05-20T09:00:00Z',
        '2026-05-22T09:00:00Z',
        'CLOSED_QUOTE',
      )
      over.forEach(assertOver('CLOSED_QUOTE'))
    })

    for (const [source, next] of [
      ['DIRECT_AIRBNB', 'BOOKED_EXTERNALLY'],
      ['DIRECT_VRBO', 'BOOKED_EXTERNALLY'],
      ['HOSTFULLY_API', 'BOOKED_BY_AGENT'],
      ['HOSTFULLY_DBS', 'BOOKED_BY_AGENT'],
      ['HOSTFULLY_ICAL', 'BOOKED_BY_AGENT'],
    ] as const) {
      it(`${name} without expiry, ${source}: has next status ${next} and no span`, async () => {
        const [one] = await countdowns({ ...columns, source }, ['2027-01-01T00:00:00Z'])
        assert.deepEqual(one, { ...none, nextStatus: next })
      })
    }
  }
})

const none: Countdown = {
  countingDown: false,
  nextStatus: null,
  countdownPercentage: null,
  overdue: false,
  startDateTimeString: null,
  endDateTimeString: null,
}

describe('countdown of a booking', () => {
  const booked = { ...booking, booked_at: at('2026-05-16T22:00:00Z') }

  it('runs from the booking to check-in, then STAY to check-out', async () => {
    const after = await checkRun(booked, '2026-05-16T22:00:00Z', '2026-06-05T22:00:00Z', 'STAY')
    assert.deepEqual(after[0], {
      countingDown: true,
      nextStatus: 'ARCHIVED',
      countdownPercentage: 0,
      overdue: false,
      startDateTimeString: '2026-06-05T22:00:00',
      endDateTimeString: '2026-06-09T17:00:00',
    })
  })

  it('runs from creation if the time of the booking is unknown', async () => {
    const imported = { ...booking, created_at: at('2026-05-26T22:00:00Z') }
    await checkRun(imported, '2026-05-26T22:00:00Z', '2026-06-05T22:00:00Z', 'STAY')
  })

  it('ends with the stay', async () => {
    const moments = ['2026-06-09T16:59:59.999Z', '2026-06-09T17:00:00Z', '2027-01-01T00:00:00Z']
    const [last, ...archived] = await countdowns(booked, moments)
    assert.deepEqual([last!.nextStatus, last!.countdownPercentage], ['ARCHIVED', 99])
    assert.deepEqual(archived, [none, none])
  })

  it('counts elapsed hours if a stay spans the end of daylight saving time', async () => {
    const [checkIn, checkOut] = ['2026-10-31T12:00:00', '2026-11-02T12:00:00']
    const stay = {
      ...booking,
      check_in_local: checkIn,
      check_out_local: checkOut,
      check_in_at: toInstant(checkIn, 'America/Denver'),
      check_out_at: toInstant(checkOut, 'America/Denver'),
    }
    const [half] = await countdowns(stay, ['2026-11-01T18:30:00Z'])
    assert.equal(half!.startDateTimeString, '2026-10-31T18:00:00')
    assert.equal(half!.endDateTimeString, '2026-11-02T19:00:00')
    assert.equal(half!.countdownPercentage, 50)
  })
})

describe('countdown, other statuses', () => {
  const columnsWithoutCountdown: Columns[] = [
    { type: 'BLOCK', status: 'BLOCKED' },
    { status: 'CLOSED', close_reason: 'QUOTE_CLOSED' },
    { status: 'CLOSED', close_reason: 'HOLD_CLOSED' },
    { status: 'CLOSED', close_reason: 'HOLD_EXPIRED' },
    { status: 'IGNORED' },
    { status: 'DUPLICATE' },
    { status: 'SAMPLE' },
    { type: 'BOOKING_REQUEST', status: 'DECLINED' },
    { type: 'BOOKING_REQUEST', status: 'CLOSED' },
    { type: 'BOOKING', status: 'CANCELLED', booked_at: at('2026-05-16T22:00:00Z') },
  ]
  for (const columns of columnsWithoutCountdown) {
    it(`has no span and no next status: ${JSON.stringify(columns)}`, async () => {
      assert.deepEqual(await countdowns(columns, ['2026-05-20T15:00:00Z']), [none])
    })
  }
})

describe('countdown, edges', () => {
  it('returns 100 and overdue for an empty span', async () => {
    const instant = at('2026-05-20T09:00:00Z')
    const held = { status: 'ON_HOLD', timer_started_at: instant, timer_ends_at: instant }
    const moments = ['2026-05-20T08:59:59Z', '2026-05-20T09:00:00Z']
    const [before, then] = await countdowns(held, moments)
    assert.deepEqual([before!.countingDown, before!.countdownPercentage], [true, 100])
    assert.equal(before!.overdue, false)
    assertOver('HOLD_EXPIRED')(then!)
  })

  it('returns 100 if the start is after the end', async () => {
    const held = {
      status: 'ON_HOLD',
      timer_started_at: at('2026-05-20T10:00:00Z'),
      timer_ends_at: at('2026-05-20T09:00:00Z'),
    }
    assertOver('HOLD_EXPIRED')((await countdowns(held, ['2026-05-20T09:30:00Z']))[0]!)
  })

  it('rounds down', async () => {
    const held = {
      status: 'ON_HOLD',
      timer_started_at: at('2026-05-20T00:00:00Z'),
      timer_ends_at: at('2026-05-20T03:00:00Z'),
    }
    const moments = ['2026-05-20T01:00:00Z', '2026-05-20T02:00:00Z', '2026-05-20T02:59:59Z']
    const results = await countdowns(held, moments)
    assert.deepEqual(
      results.map(one => one.countdownPercentage),
      [33, 66, 99],
    )
  })
})

describe('countdown, settings of the agency', () => {
  it('apply inquiryResponseHours and quoteValidityHours to the spans', async () => {
    const other = await makeAgency(server)
    await server.database.kysely
      .updateTable('agency_settings')
      .set({ inquiry_response_hours: 8, quote_validity_hours: 72 })
      .where('agency_uid', '=', other.agencyUid)
      .execute()
    const propertyUid = await makeProperty(server, other.agencyUid)
    const created = { property_uid: propertyUid, created_at: at('2026-05-18T06:00:00Z') }
    await checkRun(created, '2026-05-18T06:00:00Z', '2026-05-18T14:00:00Z', 'QUOTE_SENT', other)
    const quoted = { ...created, quote_sent_at: at('2026-05-19T06:00:00Z') }
    await checkRun(quoted, '2026-05-19T06:00:00Z', '2026-05-22T06:00:00Z', 'CLOSED_QUOTE', other)
  })
})
