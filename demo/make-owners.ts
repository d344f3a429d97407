import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type {
  OwnerAdjustmentsTable,
  OwnersTable,
  PropertyOwnershipsTable,
} from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import type { DemoProperty } from './make-properties.ts'
import { firstNames, lastNames, mailboxOf } from './words/people.ts'

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

/** The last of those above is not active any more and owns nothing. */
const retired = people.length - 1

/** A larger agency has one more owner for so many more properties. */
const propertiesPerOwner = 6

const repairs = [
  { adjustment_type: 'DEBIT', name: 'Boiler repair', amount: '120.50' },
  { adjustment_type: 'DEBIT', name: 'New mattress', amount: '640.00' },
  { adjustment_type: 'DEBIT', name: 'Gutters cleaned', amount: '95.00' },
  { adjustment_type: 'CREDIT', name: 'Firewood, delivered by the owner', amount: '75.00' },
  { adjustment_type: 'CREDIT', name: 'Refund of the insurance', amount: '310.20' },
]

/** Whose the properties are, each somebody's, and what was settled with them. */
export function makeOwners(
  agencyUid: string,
  properties: DemoProperty[],
  chance: Chance,
  { made, now }: { made: Date; now: Date },
): DemoOwners {
  const held = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
    updated_at: at,
  })
  const owners = peopleFor(properties.length, chance).map((person, i) => {
    const [first_name, last_name, business_name, commission_rate] = person
    return {
      ...held(made),
      first_name,
      last_name,
      business_name,
      commission_rate,
      email: `${mailboxOf(first_name, last_name)}${i < people.length ? '' : i}@owners.example`,
      phone_number: `541555${String(1_000 + i).slice(-4)}`,
      phone_area_code: '1',
      is_active: i !== retired,
      view_guest_details: i % 3 === 0,
    }
  })
  const active = owners.filter(owner => owner.is_active)
  const ownerOf = new Map<string, string>()
  const ownerships = properties.map(({ uid, parent_uid }) => {
    // The parts of a house are whose the house is, which stands before them.
    const owner_uid = ownerOf.get(parent_uid ?? '') ?? chance.pick(active).uid
    ownerOf.set(uid, owner_uid)
    return { agency_uid: agencyUid, property_uid: uid, owner_uid, since: made }
  })
  const adjustments = ownerships
    .filter(() => chance.is(0.4))
    .map(({ property_uid, owner_uid }) => {
      const at = new Date(now.getTime() - chance.whole(2, 90) * day)
      return {
        ...held(at),
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

function peopleFor(properties: number, chance: Chance): Person[] {
  const more = Math.max(0, Math.floor(properties / propertiesPerOwner) - people.length)
  const others = Array.from({ length: more }, (): Person => {
    return [chance.pick(firstNames), chance.pick(lastNames), null, chance.pick(['0.18', '0.2'])]
  })
  return [...people, ...others]
}
