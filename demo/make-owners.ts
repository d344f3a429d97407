import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type {
  OwnerAdjustmentsTable,
  OwnersTable,
  PropertyOwnershipsTable,
} from '../src/rental/tables.ts'
import { firstNames, lastNames, toMailbox } from './catalog/people.ts'
import type { Chance } from './chance.ts'
import type { DemoProperty } from './make-properties.ts'

export interface DemoOwners {
  owners: Insertable<OwnersTable>[]
  ownerships: Insertable<PropertyOwnershipsTable>[]
  adjustments: Insertable<OwnerAdjustmentsTable>[]
}

const day = 86_400_000

type Person = [first: string, last: string, business: string | null, commission: string | null]

const people: Person[] = [
  ['Mary', 'Fairfax', null, '0.2'],
  ['Evelyn', 'Boyd', 'Granite Homes', '0.18'],
  ['Seymour', 'Cray', null, '0.25'],
  ['Marguerite', 'Perey', 'Actinium SARL', '0.22'],
  ['Emmy', 'Noether', null, '0.2'],
  ['Kateryna', 'Yushchenko', null, null],
]

/** Index of an owner above who is inactive and owns nothing. */
const retired = people.length - 1

/** Number of properties per owner in larger agencies. */
const propertiesPerOwner = 6

const repairs = [
  { adjustment_type: 'DEBIT', name: 'Boiler repair', amount: '120.50' },
  { adjustment_type: 'DEBIT', name: 'New mattress', amount: '640.00' },
  { adjustment_type: 'DEBIT', name: 'Gutters cleaned', amount: '95.00' },
  { adjustment_type: 'CREDIT', name: 'Firewood, delivered by the owner', amount: '75.00' },
  { adjustment_type: 'CREDIT', name: 'Refund of the insurance', amount: '310.20' },
]

/** Generates one owner for each property, and adjustments of their statements. */
export function makeOwners(
  agencyUid: string,
  properties: DemoProperty[],
  chance: Chance,
  { createdAt, now }: { createdAt: Date; now: Date },
): DemoOwners {
  const newRow = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
    updated_at: at,
  })
  const owners = listOwners(properties.length, chance).map((person, i) => {
    const [first_name, last_name, business_name, commission_rate] = person
    return {
      ...newRow(createdAt),
      first_name,
      last_name,
      business_name,
      commission_rate,
      email: `${toMailbox(first_name, last_name)}${i < people.length ? '' : i}@owners.example`,
      phone_number: `541555${String(1_000 + i).slice(-4)}`,
      phone_area_code: '1',
      is_active: i !== retired,
      view_guest_details: i % 3 === 0,
    }
  })
  const active = owners.filter(owner => owner.is_active)
  const ownersByProperty = new Map<string, string>()
  const ownerships = properties.map(({ uid, parent_uid }) => {
    // Units of an estate belong to the owner of the estate, which precedes them.
    const owner_uid = ownersByProperty.get(parent_uid ?? '') ?? chance.pick(active).uid
    ownersByProperty.set(uid, owner_uid)
    return { agency_uid: agencyUid, property_uid: uid, owner_uid, since: createdAt }
  })
  const adjustments = ownerships
    .filter(() => chance.is(0.4))
    .map(({ property_uid, owner_uid }) => {
      const at = new Date(now.getTime() - chance.integer(2, 90) * day)
      return {
        ...newRow(at),
        ...chance.pick(repairs),
        property_uid,
        owner_uid,
        tax_rate: '0',
        currency: 'USD',
        date: at.toISOString().slice(0, 10),
      }
    })
  return { owners, ownerships, adjustments }
}

function listOwners(properties: number, chance: Chance): Person[] {
  const more = Math.max(0, Math.floor(properties / propertiesPerOwner) - people.length)
  const generated = Array.from({ length: more }, (): Person => {
    return [chance.pick(firstNames), chance.pick(lastNames), null, chance.pick(['0.18', '0.2'])]
  })
  return [...people, ...generated]
}
