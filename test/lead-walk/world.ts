/** The properties and callers of a walk: made in a database, and known to the model by name. */

import assert from 'node:assert/strict'
import { unitsOf } from '../fixtures/held-nights.ts'
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

/** The agency, a partner that may write most properties, and one that may read a few. */
const callers = ['agency', 'writer', 'reader'] as const

export type CallerName = (typeof callers)[number]

type Access = 'READ_WRITE' | 'READ' | null

export const propertyNames = ['loft', 'cabin', 'estate', 'east', 'west', 'inn'] as const

export type PropertyName = (typeof propertyNames)[number]

/** What the model knows of a property. Prices are whole units of the currency. */
export interface ModelProperty {
  uid: string
  /** The units that a lead takes: of a unit type one of them, else all; oldest first. */
  units: string[]
  isUnitType: boolean
  /** Units of a unit type that are no inventory. */
  inactiveUnits: string[]
  turnover: number
  minimumStay: number
  /** 0: any. */
  maximumStay: number
  baseGuests: number
  maxGuests: number
  dailyRate: number
  extraGuestFee: number
  cleaningFee: number
  petFee: number
  access: Record<CallerName, Access>
}

/** The timers of the agency. */
export const settings = { holdHours: 24, requestHours: 36, paymentHours: 6 }

export interface World {
  agencyUid: string
  /** Those of partners run out: `renewTokens`. */
  keys: Record<CallerName, string>
  partners: Record<Exclude<CallerName, 'agency'>, string>
  properties: Record<PropertyName, ModelProperty>
}

type Traits = Partial<Omit<ModelProperty, 'uid' | 'units' | 'isUnitType' | 'inactiveUnits'>>

const plain: Omit<ModelProperty, 'uid' | 'units'> = {
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

const traits: Record<PropertyName, Traits> = {
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
 * Makes a stand-alone property without and one with turnover nights, a master with two subs, and a
 * unit type with three units and a fourth that is not active; an agency key and two partners.
 */
export async function makeWorld(server: TestServer): Promise<World> {
  const { agencyUid, key } = await makeAgency(server)
  await setTimers(server, agencyUid, key)
  const hotelUid = await makeHotel(server, agencyUid)
  const make = (name: PropertyName, columns = {}) => makeOne(server, agencyUid, name, columns)
  const loft = await make('loft')
  const cabin = await make('cabin')
  const estate = await make('estate')
  const east = await make('east', { parent_uid: estate.uid })
  const west = await make('west', { parent_uid: estate.uid })
  const inn = await make('inn', { hotel_uid: hotelUid })
  const properties: World['properties'] = {
    loft,
    cabin,
    estate: { ...estate, units: [...east.units, ...west.units] },
    east,
    west,
    inn: { ...inn, isUnitType: true, ...(await makeRooms(server, agencyUid, inn)) },
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
  const world = { agencyUid, keys: { agency: key, writer: '', reader: '' }, partners, properties }
  await renewTokens(server, world)
  return world
}

/** Gives the partners access tokens that last for another day. */
export async function renewTokens(server: TestServer, world: World): Promise<void> {
  const { agencyUid, partners, keys } = world
  keys.writer = await makeToken(server, partners.writer, agencyUid)
  keys.reader = await makeToken(server, partners.reader, agencyUid)
}

async function setTimers(server: TestServer, agencyUid: string, key: string): Promise<void> {
  const path = `/api/v3.3/agencies/${agencyUid}/settings`
  const { status } = await server.request('PATCH', path, { key, body: settings })
  assert.equal(status, 200)
}

async function makeOne(
  server: TestServer,
  agencyUid: string,
  name: PropertyName,
  columns: { parent_uid?: string; hotel_uid?: string },
): Promise<ModelProperty> {
  const facts = { ...plain, ...traits[name] }
  const uid = await makeProperty(server, agencyUid, {
    name,
    turn_over_days: facts.turnover,
    minimum_stay: facts.minimumStay,
    maximum_stay: facts.maximumStay,
    base_guests: facts.baseGuests,
    max_guests: facts.maxGuests,
    daily_rate: `${facts.dailyRate}`,
    extra_guest_fee: `${facts.extraGuestFee}`,
    cleaning_fee: `${facts.cleaningFee}`,
    ...columns,
  })
  if (facts.petFee > 0) {
    const fee = { name: 'Pet fee', type: 'PET', scope: 'PER_PET', amount: `${facts.petFee}` }
    await makeFee(server, agencyUid, { property_uid: uid, ...fee })
  }
  return { ...facts, uid, units: await unitsOf(server, agencyUid, uid) }
}

/** Two younger units beside the first, and one that is out of use. */
async function makeRooms(
  { database }: TestServer,
  agencyUid: string,
  { uid, units }: ModelProperty,
): Promise<Pick<ModelProperty, 'units' | 'inactiveUnits'>> {
  const made = (day: number) => new Date(Date.UTC(2026, 1, day))
  const db = database.kysely
  const third = await makeUnit(db, agencyUid, uid, { created_at: made(3) })
  const second = await makeUnit(db, agencyUid, uid, { created_at: made(2) })
  const unused = await makeUnit(db, agencyUid, uid, { created_at: made(1), is_active: false })
  return { units: [...units, second, third], inactiveUnits: [unused] }
}
