/** Leads that hold nights, written straight to the database. */
import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type { LeadsTable, PropertiesTable } from '../src/rental/tables.ts'
import { makeLead, makeOccupancy, makeProperty } from './fixtures.ts'
import type { TestServer } from './server.ts'

const typeOf: Record<string, string> = {
  BLOCKED: 'BLOCK',
  ON_HOLD: 'INQUIRY',
  PENDING: 'BOOKING_REQUEST',
  PENDING_APPROVED: 'BOOKING_REQUEST',
}

/** A lead in a blocking status; BOOKED, and with the turnover 0, unless it says otherwise. */
export interface TestStay {
  propertyUid: string
  checkIn: string
  checkOut: string
  status?: string
  turnover?: number
  /** The units that it takes, if not all of the property. */
  unitUids?: string[]
  columns?: Partial<Insertable<LeadsTable>>
}

/** Writes a lead and the nights that it takes; gives the lead's uid. */
export async function makeStay(
  server: TestServer,
  agencyUid: string,
  { propertyUid, checkIn, checkOut, status = 'BOOKED', turnover = 0, ...stay }: TestStay,
): Promise<string> {
  const leadUid = await makeLead(server, agencyUid, {
    property_uid: propertyUid,
    type: typeOf[status] ?? 'BOOKING',
    status,
    check_in_local: `${checkIn}T16:00:00`,
    check_out_local: `${checkOut}T11:00:00`,
    ...stay.columns,
  })
  const until = Temporal.PlainDate.from(checkOut).add({ days: turnover })
  for (const unit_uid of stay.unitUids ?? (await unitsOf(server, agencyUid, propertyUid))) {
    await makeOccupancy(server, agencyUid, {
      unit_uid,
      lead_uid: leadUid,
      occupied: `[${checkIn},${until})`,
      turnover_nights: turnover,
    })
  }
  return leadUid
}

/** The units of a property, oldest first. */
export async function unitsOf(
  { database }: TestServer,
  agencyUid: string,
  propertyUid: string,
): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('units')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}

/** A unit type of a hotel of its own, with one active unit. */
export async function makeUnitType(
  server: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<PropertiesTable>> = {},
): Promise<{ hotelUid: string; propertyUid: string }> {
  const now = server.clock.now()
  const hotel = { agency_uid: agencyUid, uid: newUid(), name: 'Cedar Inn', time_zone: 'UTC' }
  await server.database.kysely
    .insertInto('hotels')
    .values({ ...hotel, created_at: now, updated_at: now })
    .execute()
  const hotelUid = hotel.uid
  const propertyUid = await makeProperty(server, agencyUid, { ...columns, hotel_uid: hotelUid })
  return { hotelUid, propertyUid }
}
