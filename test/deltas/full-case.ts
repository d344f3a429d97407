/** An agency with an object of every list and whatever they show. */
import type { Insertable } from 'kysely'
import { newUid } from '../../src/platform/uid.ts'
import type { LeadsTable } from '../../src/rental/tables.ts'
import { makeService } from '../fixtures/jobs.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeEmployee, makeHotel, makeProperty } from '../fixtures/rows.ts'
import type { State } from '../lead-walk/transitions.ts'
import type { TestServer } from '../support/server.ts'
import { type Case, caseOf, makeCase } from '../writes/write.ts'

const dates = { checkInLocalDate: '2026-08-04', checkOutLocalDate: '2026-08-08' }
const prices = { daily_rate: '100', tax_rate: '0.1', cleaning_fee: '30', max_guests: 8 }

/** An agency with an object of every list, beside those that a write makes. */
export async function makeFullCase(server: TestServer) {
  const it = await makeCase(server, prices)
  const { agencyUid, propertyUid, made } = it
  const employeeUid = await makeEmployee(server, agencyUid)
  const house = await makeProperty(server, agencyUid, { ...prices, name: 'Elm House' })
  const spring = { code: 'SPRING', discountType: 'PERCENT', discountAmount: 10 }
  await made('POST', '/promo-codes', { agencyUid, ...spring })
  const rateMultipliers = { AIRBNB: { value: 0.1 } }
  await made('PATCH', '/rate-multipliers', { agencyUid, rateMultipliers })
  const guestInformation = { firstName: 'Ada', email: `a${house}@mail.example`, adultCount: 1 }
  const booked = { status: 'BOOKED', ...dates, guestInformation, assigneeUid: employeeUid }
  const { lead } = await made('POST', '/leads', { agencyUid, propertyUid, ...booked })
  const order = await it.orderOf(lead.uid)
  const serviceUid = await makeService(server, agencyUid, { catered_to: 'BOTH' })
  await made('POST', `/orders/${order}/order-services`, { serviceUid })
  const said = { author: 'Sam', content: 'Lovely.', rating: 5, leadUid: lead.uid }
  const review = (await made('POST', '/reviews', { propertyUid, ...said })).review.uid as string
  const seen = { house, lead: lead.uid as string, order, review, employeeUid, serviceUid }
  return { ...withGuests(it), ...seen }
}

export type FullCase = Awaited<ReturnType<typeof makeFullCase>>

/**
 * Returns the case with another property, which has a stay to come.
 *
 * @param isHotelNew whether it has another hotel with a unit type, too
 */
export async function withNewHouse(it: FullCase, isHotelNew: boolean): Promise<FullCase> {
  const { server, agencyUid, key } = it
  const propertyUid = await makeProperty(server, agencyUid, prices)
  let { hotelUid, typeUid } = it
  if (isHotelNew) {
    hotelUid = await makeHotel(server, agencyUid)
    typeUid = await makeProperty(server, agencyUid, { ...prices, hotel_uid: hotelUid })
    const stay = { propertyUid: typeUid, checkIn: '2026-08-04', checkOut: '2026-08-08' }
    await makeLeadIn(server, agencyUid, 'NW', stay)
  }
  const fresh = withGuests(caseOf(server, { agencyUid, key, propertyUid, hotelUid, typeUid }))
  const august = { check_in_local: '2026-08-04T16:00:00', check_out_local: '2026-08-08T11:00:00' }
  const lead = await fresh.leadIn('NW', { ...august, assignee_uid: it.employeeUid })
  const order = await server.database.kysely
    .selectFrom('orders')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', lead)
    .executeTakeFirstOrThrow()
  return { ...it, ...fresh, lead, order: order.uid }
}

const ada = { first_name: 'Ada', channel: 'AIRBNB' }

/** Returns the case with a guest for each lead that it makes. */
function withGuests(it: Case): Case {
  const { server, agencyUid: agency_uid } = it
  const db = server.database.kysely
  return {
    ...it,
    async leadIn(state: State, columns: Partial<Insertable<LeadsTable>> = {}) {
      if (state === 'BL') return it.leadIn(state, columns)
      const uid = newUid()
      const email = `${uid}@mail.example`
      const lead = await it.leadIn(state, { ...ada, email, ...columns })
      const at = new Date('2026-01-01')
      const guest = { agency_uid, uid, email, email_key: email, created_at: at, updated_at: at }
      await db.insertInto('guests').values(guest).execute()
      const key = { agency_uid, lead_uid: lead, guest_uid: uid }
      await db.insertInto('lead_guests').values(key).execute()
      return lead
    },
  }
}
