import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type { PropertyPrices } from '../src/rental/prices/quotes/quote.ts'
import type { HotelsTable, PropertiesTable, UnitsTable } from '../src/rental/tables.ts'
import type {
  Estate,
  Hotel,
  PropertyTemplate,
  PropertyTemplates,
} from './catalog/property-templates.ts'
import type { Chance } from './chance.ts'
import { type ChannelLink, makeChannelData, makeLinks } from './make-channels.ts'
import { makeAddress, propertyColumns } from './property-columns.ts'

/** A property with the columns that decide its prices. */
export type DemoProperty = Insertable<PropertiesTable> &
  PropertyPrices & { currency: string; minimum_stay: number }

/** A property that can be booked, with the units that a booking occupies. */
export interface Bookable {
  property: DemoProperty
  /** Sets of units; a booking occupies all units of one set. */
  choices: string[][]
}

export interface DemoProperties {
  hotels: Insertable<HotelsTable>[]
  properties: DemoProperty[]
  units: Insertable<UnitsTable>[]
  bookables: Bookable[]
  links: ChannelLink[]
  /** Templates by property uid. */
  templates: Map<string, PropertyTemplate>
}

/** Website of the agency. */
export const website = 'https://stay.cedarstays.example'

/** Generates single properties, estates with their units, and unit types of hotels. */
export function makeProperties(
  agencyUid: string,
  templates: PropertyTemplates,
  chance: Chance,
  createdAt: Date,
): DemoProperties {
  const generator = new PropertyGenerator(agencyUid, chance, createdAt)
  for (const template of templates.singles) generator.addSingle(template)
  for (const estate of templates.estates) generator.addEstate(estate)
  for (const hotel of templates.hotels) generator.addHotel(hotel)
  return generator.all
}

class PropertyGenerator {
  readonly all: DemoProperties = {
    hotels: [],
    properties: [],
    units: [],
    bookables: [],
    links: [],
    templates: new Map(),
  }
  readonly #agencyUid: string
  readonly #chance: Chance
  readonly #createdAt: Date

  constructor(agencyUid: string, chance: Chance, createdAt: Date) {
    this.#agencyUid = agencyUid
    this.#chance = chance
    this.#createdAt = createdAt
  }

  addSingle(template: PropertyTemplate): void {
    const property = this.#addProperty(template)
    this.all.bookables.push({ property, choices: [this.#addUnits(property, ['1'])] })
  }

  addEstate({ main, subs }: Estate): void {
    const master = this.#addProperty(main)
    this.#addUnits(master, ['1'])
    const units = subs.map(part => {
      const sub = this.#addProperty(part, { parent_uid: master.uid })
      const units = this.#addUnits(sub, ['1'])
      this.all.bookables.push({ property: sub, choices: [units] })
      return units[0]!
    })
    this.all.bookables.push({ property: master, choices: [units] })
  }

  addHotel({ name, town, kinds }: Hotel): void {
    const ids = this.#newRow()
    const address = makeAddress(town, this.#chance)
    const { currency } = town
    this.all.hotels.push({ ...ids, name, property_type: 'HOTEL', currency, ...address })
    for (const { template, units } of kinds) {
      const property = this.#addProperty(template, { hotel_uid: ids.uid, ...address })
      const choices = this.#addUnits(property, units).map(unit => [unit])
      this.all.bookables.push({ property, choices })
    }
  }

  #addProperty(template: PropertyTemplate, extra: Partial<DemoProperty> = {}): DemoProperty {
    const ids = this.#newRow()
    const links = makeLinks(ids, this.#chance)
    const page = `${toSlug(template.name)}-${ids.uid.slice(-8)}`
    const property: DemoProperty = {
      ...ids,
      ...propertyColumns(template, this.#chance),
      ...makeChannelData(links, template.name, this.#chance),
      web_link: `${website}/${page}`,
      guide_book_url: `${website}/guides/${page}`,
      ...extra,
    }
    this.all.properties.push(property)
    this.all.links.push(...links)
    this.all.templates.set(property.uid, template)
    return property
  }

  #addUnits(property: DemoProperty, names: string[]): string[] {
    return names.map(name => {
      const unit = { ...this.#newRow(), property_uid: property.uid, name }
      this.all.units.push(unit)
      return unit.uid
    })
  }

  #newRow() {
    return {
      agency_uid: this.#agencyUid,
      uid: newUid(this.#createdAt.getTime(), () => this.#chance.bytes(16)),
      created_at: this.#createdAt,
      updated_at: this.#createdAt,
    }
  }
}

/** Returns a URL slug of a name. */
function toSlug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
