import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type { PropertyPrices } from '../rental/prices/quotes/quote.ts'
import type { HotelsTable, PropertiesTable, UnitsTable } from '../rental/tables.ts'
import type { Chance } from './chance.ts'
import { hotel, master, type Place, places, subs, unitTypes } from './places.ts'

/** A property with the columns told that decide its prices. */
export type DemoProperty = Insertable<PropertiesTable> & PropertyPrices & { currency: string }

/** Something that can be booked: its property, and the units that a booking takes. */
export interface Bookable {
  property: DemoProperty
  /** Each inner list is taken as a whole; a booking takes one of them. */
  choices: string[][]
}

export interface DemoProperties {
  hotels: Insertable<HotelsTable>[]
  properties: Insertable<PropertiesTable>[]
  units: Insertable<UnitsTable>[]
  bookables: Bookable[]
}

/** Two dozen properties: stand-alone ones, a master with subs, and a hotel's unit types. */
export function makeProperties(agencyUid: string, chance: Chance, made: Date): DemoProperties {
  const all: DemoProperties = { hotels: [], properties: [], units: [], bookables: [] }
  const uid = () => newUid(made.getTime(), () => chance.bytes(16))
  const times = { created_at: made, updated_at: made }
  const addUnits = (property: Insertable<PropertiesTable>, names: string[]) =>
    names.map(name => {
      const unit = { agency_uid: agencyUid, uid: uid(), property_uid: property.uid, name, ...times }
      all.units.push(unit)
      return unit.uid
    })
  const addProperty = (place: Place, extra: { hotel_uid?: string; parent_uid?: string } = {}) => {
    const property = {
      ...propertyOf(place, chance, uid()),
      agency_uid: agencyUid,
      ...times,
      ...extra,
    }
    all.properties.push(property)
    return property
  }
  for (const place of places) {
    const property = addProperty(place)
    all.bookables.push({ property, choices: [addUnits(property, ['1'])] })
  }
  const whole = addProperty(master)
  addUnits(whole, ['1'])
  const parts = subs.map(name => {
    const [, ...where] = master
    where[5] = 240
    const sub = addProperty([name, ...where], { parent_uid: whole.uid })
    const units = addUnits(sub, ['1'])
    all.bookables.push({ property: sub, choices: [units] })
    return units[0]!
  })
  all.bookables.push({ property: whole, choices: [parts] })
  const hotelUid = uid()
  all.hotels.push({ ...hotelRow(), agency_uid: agencyUid, uid: hotelUid, ...times })
  for (const [name, rate, unitNames] of unitTypes) {
    const { city, country, timeZone, currency } = hotel
    const place: Place = [name, city, country, timeZone, currency, 'HOTEL', rate]
    const property = addProperty(place, { hotel_uid: hotelUid })
    const choices = addUnits(property, unitNames).map(unit => [unit])
    all.bookables.push({ property, choices })
  }
  return all
}

function propertyOf(place: Place, chance: Chance, uid: string) {
  const [name, city, country, timeZone, currency, type, rate] = place
  const bedrooms = chance.whole(1, 4)
  const slug = name.toLowerCase().replace(/[^a-z]+/g, '-')
  return {
    uid,
    name,
    is_active: chance.is(0.92),
    city,
    country_code: country,
    address: `${chance.whole(1, 120)} ${chance.pick(['Mill Lane', 'Station Road', 'Hill Street'])}`,
    time_zone: timeZone,
    property_type: type,
    bedrooms,
    beds: bedrooms + 1,
    bathrooms: String(chance.pick([1, 1.5, 2])),
    base_guests: 2,
    max_guests: bedrooms * 2,
    turn_over_days: 0,
    check_in_time_start: chance.pick([15, 16]),
    check_out_time: chance.pick([10, 11]),
    currency,
    daily_rate: String(rate),
    weekend_adjustment_rate: '0.1',
    tax_rate: String(chance.pick([0.06, 0.1, 0.12])),
    ignore_tax_rate_charge_over_x_days: false,
    days_over_which_tax_rate_charge_should_be_ignored: 0,
    cleaning_fee: String(Math.round(rate * 0.6)),
    cleaning_fee_tax_rate: '0.05',
    extra_guest_fee: String(Math.round(rate * 0.1)),
    security_deposit: String(rate * 2),
    percentage_upon_reservation: '0.5',
    full_payment_timing: 45,
    picture_link: `https://img.example.org/${slug}-1.jpg`,
  }
}

function hotelRow() {
  return {
    name: hotel.name,
    property_type: 'HOTEL',
    city: hotel.city,
    country_code: hotel.country,
    time_zone: hotel.timeZone,
    currency: hotel.currency,
  }
}
