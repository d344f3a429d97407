/** Properties and callers of the model, created in a database. */

import assert from 'node:assert/strict'
import { listUnits } from '../fixtures/held-nights.ts'
import { makeFee } from '../fixtures/prices.ts'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
  makeUnit,
} from '../fixtures/rows.ts'
import type { TestServer } from '../support/server.ts'

/** Callers: the agency, a partner that may write most properties, and one that may read a few. */
const callers = ['agency', 'writer', 'reader'] as const

export type CallerName = (typeof callers)[number]

type Access = 'READ_WRITE' | 'READ' | null

export const propertyNames = ['loft', 'cabin', 'estate', 'east', 'west', 'inn'] as const

export type PropertyName = (typeof propertyNames)[number]

/** Property of the model. Prices are whole units of the currency. */
export interface ModelProperty {
  uid: string
  /**
   * Units, oldest first. A lead occupies one unit of a unit type, or all units of another property.
   */
  units: string[]
  isUnitType: boolean
  /** Units of a unit type that cannot be booked. */
  inactiveUnits: string[]
  turnover: number
  minimumStay: number
  /** 0 means unlimited. */
  maximumStay: number
  baseGuests: number
  maxGuests: number
  dailyRate: number
  extraGuestFee: number
  cleaningFee: number
  petFee: number
  access: Record<CallerName, Access>
}

export const settings = { holdHours: 24, requestHours: 36, paymentHours: 6 }

export interface ModelFixture {
  agencyUid: string
  /**
   * Keys and tokens by caller; those of partners expire, see {@link renewTokens}.
   */
  keys: Record<CallerName, string>
  partners: Record<Exclude<CallerName, 'agency'>, string>
  properties: Record<PropertyName, ModelProperty>
}

type PropertyAttributes = Partial<
  Omit<ModelProperty, 'uid' | 'units' | 'isUnitType' | 'inactiveUnits'>
>

const defaultAttributes: Omit<ModelProperty, 'uid' | 'units'> = {
  isUnitType: false,
  inactiveUnits: [],
  turnover: 0,
  minimumStay: 1,
  maximumStay: 0,
  baseGuests: 2,
  maxGuests: 4,
  dailyRate: 100,
  extraGuestFee: 15,
  cleaningFee: 40,
  petFee: 0,
  access: { agency: 'READ_WRITE', writer: null, reader: null },
}

const attributesByName: Record<PropertyName, PropertyAttributes> = {
  loft: { minimumStay: 3, petFee: 7, access: access('READ_WRITE', 'READ') },
  cabin: { turnover: 1, dailyRate: 80, access: access('READ', 'READ') },
  estate: {
    turnover: 1,
    minimumStay: 2,
    dailyRate: 300,
    maxGuests: 8,
    access: access('READ_WRITE'),
  },
  east: { maximumStay: 3, dailyRate: 120, access: access('READ_WRITE') },
  west: { turnover: 2, cleaningFee: 0, access: access(null) },
  inn: { turnover: 1, extraGuestFee: 0, minimumStay: 3, access: access('READ_WRITE') },
}

function access(writer: Access, reader: Access = null): Record<CallerName, Access> {
  return { agency: 'READ_WRITE', writer, reader }
}

/**
 * Creates two single properties, of which one has turnover nights, a master with two subs, a unit
 * type with three active units and an inactive one, an agency key and two partners.
 */
export async function makeFixture(server: TestServer): Promise<ModelFixture> {
  const { agencyUid, key } = await makeAgency(server)
  await setTimers(server, agencyUid, key)
  const hotelUid = await makeHotel(server, agencyUid)
  const make = (name: PropertyName, columns = {}) =>
    makeModelProperty(server, agencyUid, name, columns)
  const loft = await make('loft')
  const cabin = await make('cabin')
  const estate = await make('estate')
  const east = await make('east', { parent_uid: estate.uid })
  const west = await make('west', { parent_uid: estate.uid })
  const inn = await make('inn', { hotel_uid: hotelUid })
  const properties: ModelFixture['properties'] = {
    loft,
    cabin,
    estate: { ...estate, units: [...east.units, ...west.units] },
    east,
    west,
    inn: { ...inn, isUnitType: true, ...(await makeUnits(server, agencyUid, inn)) },
  }
  const partners = {
    writer: (await makePartner(server)).partnerUid,
    reader: (await makePartner(server)).partnerUid,
  }
  for (const { uid, isUnitType, access } of Object.values(properties)) {
    for (const name of ['writer', 'reader'] as const) {
      const object = isUnitType ? hotelUid : uid
      const options = access[name] && { access: access[name], isHotel: isUnitType }
      if (options)
        await grant(server, {
          agencyUid,
          partnerUid: partners[name],
          objectUid: object,
          ...options,
        })
    }
  }
  const fixture = { agencyUid, keys: { agency: key, writer: '', reader: '' }, partners, properties }
  await renewTokens(server, fixture)
  return fixture
}

/** Replaces the access tokens of the partners, which expire after a day. */
export async function renewTokens(server: TestServer, fixture: ModelFixture): Promise<void> {
  const { agencyUid, partners, keys } = fixture
  keys.writer = await makeToken(server, partners.writer, agencyUid)
  keys.reader = await makeToken(server, partners.reader, agencyUid)
}

async function setTimers(server: TestServer, agencyUid: string, key: string): Promise<void> {
  const path = `/api/v3.3/agencies/${agencyUid}/settings`
  const { status } = await server.request('PATCH', path, { key, body: settings })
  assert.equal(status, 200)
}

async function makeModelProperty(
  server: TestServer,
  agencyUid: string,
  name: PropertyName,
  columns: { parent_uid?: string; hotel_uid?: string },
): Promise<ModelProperty> {
  const attributes = { ...defaultAttributes, ...attributesByName[name] }
  const uid = await makeProperty(server, agencyUid, {
    name,
    turn_over_days: attributes.turnover,
    minimum_stay: attributes.minimumStay,
    maximum_stay: attributes.maximumStay,
    base_guests: attributes.baseGuests,
    max_guests: attributes.maxGuests,
    daily_rate: `${attributes.dailyRate}`,
    extra_guest_fee: `${attributes.extraGuestFee}`,
    cleaning_fee: `${attributes.cleaningFee}`,
    ...columns,
  })
  if (attributes.petFee > 0) {
    const fee = { name: 'Pet fee', type: 'PET', scope: 'PER_PET', amount: `${attributes.petFee}` }
    await makeFee(server, agencyUid, { property_uid: uid, ...fee })
  }
  return { ...attributes, uid, units: await listUnits(server, agencyUid, uid) }
}

/** Adds two newer units and an inactive one. */
async function makeUnits(
  { database }: TestServer,
  agencyUid: string,
  { uid, units }: ModelProperty,
): Promise<Pick<ModelProperty, 'units' | 'inactiveUnits'>> {
  const dayInFebruary = (day: number) => new Date(Date.UTC(2026, 1, day))
  const db = database.kysely
  const third = await makeUnit(db, agencyUid, uid, { created_at: dayInFebruary(3) })
  const second = await makeUnit(db, agencyUid, uid, { created_at: dayInFebruary(2) })
  const unused = await makeUnit(db, agencyUid, uid, {
    created_at: dayInFebruary(1),
    is_active: false,
  })
  return { units: [...units, second, third], inactiveUnits: [unused] }
}
