/** Rows that tests start from, written straight to the database. */
import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { instantOf } from '../src/platform/dates.ts'
import { newUid } from '../src/platform/uid.ts'
import { createKey, hashOf } from '../src/rental/access/agencies/api-keys.sql.ts'
import { createAgency } from '../src/rental/access/agencies/create-agency.ts'
import { issueToken } from '../src/rental/access/partners/access-tokens.ts'
import { insertFeeds } from '../src/rental/prices/calendar-feeds/calendar-feeds.ts'
import type {
  EmployeesTable,
  HotelsTable,
  LeadsTable,
  OccupanciesTable,
  OrdersTable,
  PricingPeriodsTable,
  PropertiesTable,
  Tables,
  UnitsTable,
} from '../src/rental/tables.ts'
import type { TestServer } from './server.ts'

type Db = Kysely<Tables>

const longAgo = new Date('2026-01-01T00:00:00Z')

/** An agency with a key that may do everything. */
export async function makeAgency(
  { database }: TestServer,
  options: { uid?: string; name?: string; currency?: string; timeZone?: string } = {},
): Promise<{ agencyUid: string; key: string }> {
  const db = database.kysely
  const agency = { name: 'Cedar Stays', timeZone: 'America/Denver', ...options }
  const agencyUid = await createAgency({ db }, agency, longAgo)
  const { secret } = await createKey(db, { agencyUid, name: 'test' }, longAgo)
  return { agencyUid, key: secret }
}

/** When a row last changed, in milliseconds. */
export async function updatedAt(
  { database }: TestServer,
  table: 'properties' | 'hotels' | 'leads',
  agencyUid: string,
  uid: string,
): Promise<number> {
  const { updated_at } = await database.kysely
    .selectFrom(table)
    .select('updated_at')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return updated_at.getTime()
}

/** A further key of an agency. */
export async function makeKey(
  { database }: TestServer,
  agencyUid: string,
  options: { readOnly?: boolean; expiresAt?: Date } = {},
): Promise<{ uid: string; secret: string }> {
  return createKey(database.kysely, { agencyUid, name: 'further', ...options }, longAgo)
}

export async function makeEmployee(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<EmployeesTable>> = {},
): Promise<string> {
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    first_name: 'Grace',
    last_name: 'Hall',
    email: 'grace@cedarstays.example',
    role: 'MANAGER',
    created_at: longAgo,
    updated_at: longAgo,
    ...columns,
  }
  await database.kysely.insertInto('employees').values(row).execute()
  return row.uid
}

/** A property in America/Denver with its single unit. */
export async function makeProperty(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<PropertiesTable>> = {},
): Promise<string> {
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    name: 'Cedar Cabin',
    is_active: true,
    time_zone: 'America/Denver',
    created_at: longAgo,
    updated_at: longAgo,
    ...columns,
  }
  await database.kysely.insertInto('properties').values(row).execute()
  await makeUnit(database.kysely, agencyUid, row.uid)
  await insertFeeds({ db: database.kysely }, [row], longAgo)
  return row.uid
}

export async function makeHotel(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<HotelsTable>> = {},
): Promise<string> {
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    name: 'Harbour House',
    time_zone: 'America/Denver',
    created_at: longAgo,
    updated_at: longAgo,
    ...columns,
  }
  await database.kysely.insertInto('hotels').values(row).execute()
  return row.uid
}

export async function makeUnit(
  db: Db,
  agencyUid: string,
  propertyUid: string,
  columns: Partial<Insertable<UnitsTable>> = {},
): Promise<string> {
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    property_uid: propertyUid,
    name: randomUUID(),
    created_at: longAgo,
    updated_at: longAgo,
    ...columns,
  }
  await db.insertInto('units').values(row).execute()
  return row.uid
}

let leadsMade = 0

/**
 * A lead, by default a new inquiry of 5 to 9 June 2026 in America/Denver. Each is created a second
 * after the one before, so that their order is certain. Occupancies are not written.
 */
export async function makeLead(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<LeadsTable>> = {},
): Promise<string> {
  const created = new Date(Date.parse('2026-05-10T08:00:00Z') + leadsMade++ * 1_000)
  const checkIn = columns.check_in_local ?? '2026-06-05T16:00:00'
  const checkOut = columns.check_out_local ?? '2026-06-09T11:00:00'
  const row = {
    agency_uid: agencyUid,
    uid: newUid(created.getTime()),
    type: 'INQUIRY',
    status: 'NEW',
    source: 'HOSTFULLY_API',
    channel: 'HOSTFULLY',
    check_in_local: checkIn,
    check_out_local: checkOut,
    check_in_at: instantOf(checkIn, 'America/Denver'),
    check_out_at: instantOf(checkOut, 'America/Denver'),
    adult_count: 1,
    created_at: created,
    updated_at: created,
    ...columns,
  }
  await database.kysely.insertInto('leads').values(row).execute()
  return row.uid
}

/** Nights of a unit that a lead takes; `occupied` is a range such as `[2026-06-05,2026-06-09)`. */
export async function makeOccupancy(
  { database }: TestServer,
  agencyUid: string,
  columns: Omit<Insertable<OccupanciesTable>, 'agency_uid'>,
): Promise<void> {
  const row = { agency_uid: agencyUid, ...columns }
  await database.kysely.insertInto('occupancies').values(row).execute()
}

/** A pricing period of one date. */
export async function makePeriod(
  { database }: TestServer,
  agencyUid: string,
  columns: Omit<Insertable<PricingPeriodsTable>, 'agency_uid'>,
): Promise<void> {
  const row = { agency_uid: agencyUid, ...columns }
  await database.kysely.insertInto('pricing_periods').values(row).execute()
}

/** An order of zeros in USD, unless columns say otherwise. */
export async function makeOrder(
  { database }: TestServer,
  agencyUid: string,
  leadUid: string,
  columns: Partial<Insertable<OrdersTable>> = {},
): Promise<string> {
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    lead_uid: leadUid,
    currency: 'USD',
    rent_net_price: '0.00',
    rent_base_net_price: '0.00',
    extra_guests_net_price: '0.00',
    list_price: '0.00',
    net_price: '0.00',
    rent_tax_amount: '0.00',
    rent_gross_price: '0.00',
    security_deposit: '0.00',
    all_fees_gross_amount: '0.00',
    total_amount: '0.00',
    created_at: longAgo,
    updated_at: longAgo,
    ...columns,
  }
  await database.kysely.insertInto('orders').values(row).execute()
  return row.uid
}

export interface TestPartner {
  partnerUid: string
  clientId: string
  clientSecret: string
  key: string
}

/** A partner with a key and a client secret, and no grants. */
export async function makePartner({ database }: TestServer): Promise<TestPartner> {
  const db = database.kysely
  const partner = {
    partnerUid: newUid(),
    clientId: `client-${randomUUID()}`,
    clientSecret: randomUUID(),
    key: randomUUID(),
  }
  await db
    .insertInto('partners')
    .values({
      partner_uid: partner.partnerUid,
      name: 'Lock maker',
      kind: 'INTEGRATION',
      client_id: partner.clientId,
      key_hash: hashOf(partner.key),
      created_at: longAgo,
    })
    .execute()
  const secret_hash = hashOf(partner.clientSecret)
  await db
    .insertInto('partner_secrets')
    .values({ partner_uid: partner.partnerUid, secret_hash, created_at: longAgo })
    .execute()
  return partner
}

/** Grants a partner a property, or a hotel with all its unit types. */
export async function grant(
  { database }: TestServer,
  agencyUid: string,
  partnerUid: string,
  objectUid: string,
  options: { personalData?: boolean; access?: 'READ' | 'READ_WRITE'; isHotel?: boolean } = {},
): Promise<void> {
  const { personalData = false, access = 'READ_WRITE', isHotel = false } = options
  await database.kysely
    .insertInto('grants')
    .values({
      agency_uid: agencyUid,
      partner_uid: partnerUid,
      object_uid: objectUid,
      object_type: isHotel ? 'HOTEL' : 'PROPERTY',
      access,
      personal_data: personalData,
      created_at: longAgo,
    })
    .execute()
}

/** An access token of a partner for an agency. */
export async function makeToken(
  { database, config, clock }: TestServer,
  partnerUid: string,
  agencyUid: string,
): Promise<string> {
  const grantee = { partnerUid, agencyUid }
  const issued = await issueToken(database.kysely, grantee, config.secretKeys[0]!, clock.now())
  return issued.accessToken
}
