/** An agency with an object of every list and all related records. */
import type { Insertable } from 'kysely'
import { newUid } from '../../src/platform/uid.ts'
import type { LeadsTable } from '../../src/rental/tables.ts'
import { makeService } from '../fixtures/jobs.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeEmployee, makeHotel, makeProperty } from '../fixtures/rows.ts'
import type { State } from '../lead-model/transitions.ts'
import type { TestServer } from '../support/server.ts'
import { type Case, caseOf, makeCase } from '../write-cases/write.ts'

const dates = { checkInLocalDate: '2026-08-04', checkOutLocalDate: '2026-08-08' }
const prices = { daily_rate: '100', tax_rate: '0.1', cleaning_fee: '30', max_guests: 8 }

/** Creates an agency with an object of every list, in addition to those of a write case. */
export async function makeFullCase(server: TestServer) {
  const testCase = await makeCase(server, prices)
  const { agencyUid, propertyUid, made } = testCase
  const employeeUid = await makeEmployee(server, agencyUid)
  const otherProperty = await makeProperty(server, agencyUid, { ...prices, name: 'Elm House' })
  const spring = { code: 'SPRING', discountType: 'PERCENT', discountAmount: 10 }
  await made('POST', '/promo-codes', { agencyUid, ...spring })
  const rateMultipliers = { AIRBNB: { value: 0.1 } }
  await made('PATCH', '/rate-multipliers', { agencyUid, rateMultipliers })
  const guestInformation = {
    firstName: 'Ada',
    email: `a${otherProperty}@mail.example`,
    adultCount: 1,
  }
  const booked = { status: 'BOOKED', ...dates, guestInformation, assigneeUid: employeeUid }
  const { lead } = await made('POST', '/leads', { agencyUid, propertyUid, ...booked })
  const order = await testCase.orderOf(lead.uid)
  const serviceUid = await makeService(server, agencyUid, { catered_to: 'BOTH' })
  await made('POST', `/orders/${order}/order-services`, { serviceUid })
  const reviewFields = { author: 'Sam', content: 'Lovely.', rating: 5, leadUid: lead.uid }
  const review = (await made('POST', '/reviews', { propertyUid, ...reviewFields })).review
    .uid as string
  const related = {
    house: otherProperty,
    lead: lead.uid as string,
    order,
    review,
    employeeUid,
    serviceUid,
  }
  return { ...withGuests(testCase), ...related }
}

export type FullCase = Awaited<ReturnType<typeof makeFullCase>>

/**
 * Returns the case with another property, which has a future stay.
 *
 * @param isHotelNew true to create another hotel with a unit type, too
 */
export async function withNewProperty(testCase: FullCase, isHotelNew: boolean): Promise<FullCase> {
  const { server, agencyUid, key } = testCase
  const propertyUid = await makeProperty(server, agencyUid, prices)
  let { hotelUid, typeUid } = testCase
  if (isHotelNew) {
    hotelUid = await makeHotel(server, agencyUid)
    typeUid = await makeProperty(server, agencyUid, { ...prices, hotel_uid: hotelUid })
    const stay = { propertyUid: typeUid, checkIn: '2026-08-04', checkOut: '2026-08-08' }
    await makeLeadIn(server, agencyUid, 'NW', stay)
  }
  const fresh = withGuests(caseOf(server, { agencyUid, key, propertyUid, hotelUid, typeUid }))
  const august = { check_in_local: '2026-08-04T16:00:00', check_out_local: '2026-08-08T11:00:00' }
  const lead = await fresh.leadIn('NW', { ...august, assignee_uid: testCase.employeeUid })
  const order = await server.database.kysely
    .selectFrom('orders')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', lead)
    .executeTakeFirstOrThrow()
  return { ...testCase, ...fresh, lead, order: order.uid }
}

const ada = { first_name: 'Ada', channel: 'AIRBNB' }

/** Returns the case with a `leadIn` that also creates a guest for each lead. */
function withGuests(testCase: Case): Case {
  const { server, agencyUid: agency_uid } = testCase
  const db = server.database.kysely
  return {
    ...testCase,
    async leadIn(state: State, columns: Partial<Insertable<LeadsTable>> = {}) {
      if (state === 'BL') return testCase.leadIn(state, columns)
      const uid = newUid()
      const email = `${uid}@mail.example`
      const lead = await testCase.leadIn(state, { ...ada, email, ...columns })
      const at = new Date('2026-01-01')
      const guest = { agency_uid, uid, email, email_key: email, created_at: at, updated_at: at }
      await db.insertInto('guests').values(guest).execute()
      const key = { agency_uid, lead_uid: lead, guest_uid: uid }
      await db.insertInto('lead_guests').values(key).execute()
      return lead
    },
  }
}
