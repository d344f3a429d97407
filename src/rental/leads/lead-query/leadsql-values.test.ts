import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeEmployee,
  makeLead,
  makeOrder,
  makeProperty,
} from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

type Columns = NonNullable<Parameters<typeof makeLead>[2]>

/** Returns the selected fields of the newest lead, and the text of the response. */
async function queryNewest(selection: string) {
  const query = `{ leads(agencyUid: "${agencyUid}", _limit: 1) { ${selection} } }`
  const { status, text, body } = await leadQuery(server, key, query)
  assert.equal(status, 200)
  assert.equal(body.errors, undefined)
  return { text, lead: body.data.leads[0] }
}

async function queryLead(columns: Columns, selection: string) {
  await makeLead(server, agencyUid, columns)
  return (await queryNewest(selection)).lead
}

const block = { type: 'BLOCK', status: 'BLOCKED', adult_count: 0 }

describe('leads, objects that exist 0 or 1 times', () => {
  const selection = 'order { uid } assignee { uid } property { uid } countdown { nextStatus }'

  it('are empty lists for a lead without order, assignee and property', async () => {
    const lead = await queryLead({}, selection)
    assert.deepEqual(lead, {
      order: [],
      assignee: [],
      property: [],
      countdown: [{ nextStatus: 'QUOTE_SENT' }],
    })
  })

  it('are lists of one for a lead that has them', async () => {
    const property_uid = await makeProperty(server, agencyUid)
    const assignee_uid = await makeEmployee(server, agencyUid)
    const uid = await makeLead(server, agencyUid, { property_uid, assignee_uid })
    const orderUid = await makeOrder(server, agencyUid, uid)
    const { lead } = await queryNewest(selection)
    assert.deepEqual(lead.order, [{ uid: orderUid }])
    assert.deepEqual(lead.assignee, [{ uid: assignee_uid }])
    assert.deepEqual(lead.property, [{ uid: property_uid }])
  })

  it('contain the order of a cancelled lead', async () => {
    const cancelled = { type: 'BOOKING', status: 'CANCELLED', cancelled_by: 'GUEST' }
    const uid = await makeLead(server, agencyUid, cancelled)
    const orderUid = await makeOrder(server, agencyUid, uid)
    assert.deepEqual((await queryNewest('order { uid }')).lead.order, [{ uid: orderUid }])
  })

  it('contain a property that has been deleted', async () => {
    const property_uid = await makeProperty(server, agencyUid, { deleted_at: new Date() })
    const lead = await queryLead({ property_uid }, 'propertyUid property { name uid }')
    assert.deepEqual(lead.property, [{ name: 'Cedar Cabin', uid: property_uid }])
    assert.equal(lead.propertyUid, property_uid)
  })
})

describe('leads, values', () => {
  it('returns local dates of the stay and UTC of the booking, without zone', async () => {
    const lead = await queryLead(
      {
        check_in_local: '2026-03-08T02:30:00',
        check_out_local: '2026-11-01T00:00:00',
        booked_at: new Date('2026-05-01T09:00:00.987Z'),
      },
      'checkInDateTimeString checkOutDateTimeString bookedDateTimeString',
    )
    assert.deepEqual(lead, {
      checkInDateTimeString: '2026-03-08T02:30:00',
      checkOutDateTimeString: '2026-11-01T00:00:00',
      bookedDateTimeString: '2026-05-01T09:00:00',
    })
  })

  it('returns null for unknown values', async () => {
    const selection = `propertyUid bookedDateTimeString externalBookingID firstName lastName
      riskScore notes email phoneNumber flightNumber reasonForTrip preferredCurrency
      preferredLocale city state`
    const lead = await queryLead({}, selection)
    assert.equal(Object.keys(lead).length, 15)
    for (const value of Object.values(lead)) assert.equal(value, null)
  })

  it('never returns null for counts, agreement and pre-arrival form', async () => {
    const selection = `adultCount petCount childrenCount infantCount agreementSigned
      hasCompletedPreArrivalForm`
    assert.deepEqual(await queryLead(block, selection), {
      adultCount: 0,
      petCount: 0,
      childrenCount: 0,
      infantCount: 0,
      agreementSigned: false,
      hasCompletedPreArrivalForm: false,
    })
    const guests = { adult_count: 2, pet_count: 3, children_count: 4, infant_count: 5 }
    const signed = { agreement_signed: true, paf_completed_at: new Date() }
    assert.deepEqual(await queryLead({ ...guests, ...signed }, selection), {
      adultCount: 2,
      petCount: 3,
      childrenCount: 4,
      infantCount: 5,
      agreementSigned: true,
      hasCompletedPreArrivalForm: true,
    })
  })
})

describe('leads, values of the guest and the employee', () => {
  it('returns the phone as phoneNumber, else the cell phone', async () => {
    const both = { phone_number: '1', cell_phone_number: '2' }
    assert.deepEqual(await queryLead(both, 'phoneNumber'), { phoneNumber: '1' })
    const cell = { cell_phone_number: '2' }
    assert.deepEqual(await queryLead(cell, 'phoneNumber'), { phoneNumber: '2' })
  })

  it('returns guest information, notes and external booking id as stored', async () => {
    const columns = {
      external_booking_id: 'HM1',
      notes: 'Notes',
      extra_notes: 'Internal',
      risk_score: 100,
      flight_number: 'BA 1',
      reason_for_trip: 'Sun',
      preferred_currency: 'GBP',
      preferred_locale: 'en_GB',
      city: 'York',
      state: 'NY',
    }
    const selection = `externalBookingID notes riskScore flightNumber reasonForTrip
      preferredCurrency preferredLocale city state`
    assert.deepEqual(Object.values(await queryLead(columns, selection)), [
      ...['HM1', 'Notes', 100, 'BA 1', 'Sun', 'GBP', 'en_GB', 'York', 'NY'],
    ])
  })

  it('returns the employee as assignee, with the picture as bestProfile', async () => {
    const picture_url = 'https://img.example.org/grace.jpg'
    const assignee_uid = await makeEmployee(server, agencyUid, { picture_url, is_active: false })
    const selection = 'assignee { uid firstName lastName bestProfile email type }'
    const [assignee] = (await queryLead({ assignee_uid }, selection)).assignee
    assert.deepEqual(assignee, {
      uid: assignee_uid,
      firstName: 'Grace',
      lastName: 'Hall',
      bestProfile: picture_url,
      email: 'grace@cedarstays.example',
      type: 'EMPLOYEE',
    })
  })

  it('returns null assignee.bestProfile and property.pictureLink if there is none', async () => {
    const property_uid = await makeProperty(server, agencyUid)
    const assignee_uid = await makeEmployee(server, agencyUid)
    const columns = { property_uid, assignee_uid }
    assert.deepEqual(
      await queryLead(columns, 'assignee { bestProfile } property { pictureLink }'),
      {
        assignee: [{ bestProfile: null }],
        property: [{ pictureLink: null }],
      },
    )
  })
})

describe('leads, texts', () => {
  const texts = {
    'quotes and backslashes': '"He said \\"no\\"" \\ \\n \\u0041 \'; --',
    'lines and tabs': 'one\ntwo\r\nthree\tfour',
    'control characters': '\u0001\u0008\u000B\u000C\u001B\u001F\u007F\u0085',
    'separators of lines': 'a\u2028b\u2029c',
    emoji: '🏡👩‍👩‍👧 𝒳 naïve 日本語 עברית',
    'markup and braces': '</script>{"a":[1]}, $1 %s',
    'an empty text': '',
    'the word null': 'null',
    '10,000 characters': 'é'.repeat(10_000),
  }
  for (const [description, notes] of Object.entries(texts)) {
    it(`are returned unchanged: ${description}`, async () => {
      const { notes: read, firstName } = await queryLead(
        { notes, first_name: notes },
        'notes firstName',
      )
      assert.equal(read, notes)
      assert.equal(firstName, notes)
    })
  }

  it('are returned unchanged in nested objects', async () => {
    const name = 'Cabin "A" \\ 🏡\n'
    const property_uid = await makeProperty(server, agencyUid, { name })
    const uid = await makeLead(server, agencyUid, { property_uid })
    const fee_lines = JSON.stringify([{ kind: 'FEE', name, grossAmount: 1 }])
    await makeOrder(server, agencyUid, uid, { fee_lines })
    const { lead } = await queryNewest('property { name } order { fees { fees { name } } }')
    assert.deepEqual(lead.property, [{ name }])
    assert.deepEqual(lead.order[0].fees[0].fees, [{ name }])
  })
})
