import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type { PropertyPrices } from '../src/rental/prices/quotes/quote.ts'
import type { HotelsTable, PropertiesTable, UnitsTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import { blocksOf, type ChannelLink, makeLinks } from './make-channels.ts'
import { addressOf, propertyColumns } from './property-columns.ts'
import type { Estate, Hotel, Place, Places } from './words/places.ts'

/** A property with the columns told that decide its prices. */
export type DemoProperty = Insertable<PropertiesTable> &
  PropertyPrices & { currency: string; minimum_stay: number }

/** Something that can be booked: its property, and the units that a booking takes. */
export interface Bookable {
  property: DemoProperty
  /** Each inner list is taken as a whole; a booking takes one of them. */
  choices: string[][]
}

export interface DemoProperties {
  hotels: Insertable<HotelsTable>[]
  properties: DemoProperty[]
  units: Insertable<UnitsTable>[]
  bookables: Bookable[]
  links: ChannelLink[]
  /** Where each property is, by its uid. */
  places: Map<string, Place>
}

/** The agency's own pages. */
export const website = 'https://stay.cedarstays.example'

/** Houses that stand alone, estates with their parts, and the unit types of hotels. */
export function makeProperties(
  agencyUid: string,
  places: Places,
  chance: Chance,
  made: Date,
): DemoProperties {
  const maker = new Maker(agencyUid, chance, made)
  for (const place of places.houses) maker.addHouse(place)
  for (const estate of places.estates) maker.addEstate(estate)
  for (const hotel of places.hotels) maker.addHotel(hotel)
  return maker.all
}

class Maker {
  readonly all: DemoProperties = {
    hotels: [],
    properties: [],
    units: [],
    bookables: [],
    links: [],
    places: new Map(),
  }
  readonly #agencyUid: string
  readonly #chance: Chance
  readonly #made: Date

  constructor(agencyUid: string, chance: Chance, made: Date) {
    this.#agencyUid = agencyUid
    this.#chance = chance
    this.#made = made
  }

  addHouse(place: Place): void {
    const property = this.#addProperty(place)
    this.all.bookables.push({ property, choices: [this.#addUnits(property, ['1'])] })
  }

  addEstate({ whole, parts }: Estate): void {
    const master = this.#addProperty(whole)
    this.#addUnits(master, ['1'])
    const units = parts.map(part => {
      const sub = this.#addProperty(part, { parent_uid: master.uid })
      const units = this.#addUnits(sub, ['1'])
      this.all.bookables.push({ property: sub, choices: [units] })
      return units[0]!
    })
    this.all.bookables.push({ property: master, choices: [units] })
  }

  addHotel({ name, town, kinds }: Hotel): void {
    const held = this.#held()
    const address = addressOf(town, this.#chance)
    const { currency } = town
    this.all.hotels.push({ ...held, name, property_type: 'HOTEL', currency, ...address })
    for (const { place, units } of kinds) {
      const property = this.#addProperty(place, { hotel_uid: held.uid, ...address })
      const choices = this.#addUnits(property, units).map(unit => [unit])
      this.all.bookables.push({ property, choices })
    }
  }

  #addProperty(place: Place, extra: Partial<DemoProperty> = {}): DemoProperty {
    const held = this.#held()
    const links = makeLinks(held, this.#chance)
    const page = `${slugOf(place.name)}-${held.uid.slice(-8)}`
    const property: DemoProperty = {
      ...held,
      ...propertyColumns(place, this.#chance),
      ...blocksOf(links, place.name, this.#chance),
      web_link: `${website}/${page}`,
      guide_book_url: `${website}/guides/${page}`,
      ...extra,
    }
    this.all.properties.push(property)
    this.all.links.push(...links)
    this.all.places.set(property.uid, place)
    return property
  }

  #addUnits(property: DemoProperty, names: string[]): string[] {
    return names.map(name => {
      const unit = { ...this.#held(), property_uid: property.uid, name }
      this.all.units.push(unit)
      return unit.uid
    })
  }

  #held() {
    return {
      agency_uid: this.#agencyUid,
      uid: newUid(this.#made.getTime(), () => this.#chance.bytes(16)),
      created_at: this.#made,
      updated_at: this.#made,
    }
  }
}

/** A name as a part of an address. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
