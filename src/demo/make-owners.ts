import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type {
  OwnerAdjustmentsTable,
  OwnersTable,
  PropertiesTable,
  PropertyOwnershipsTable,
} from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>

export interface DemoOwners {
  owners: Insertable<OwnersTable>[]
  ownerships: Insertable<PropertyOwnershipsTable>[]
  adjustments: Insertable<OwnerAdjustmentsTable>[]
}

const day = 86_400_000

const people = [
  { first_name: 'Mary', last_name: 'Fairfax', business_name: null, commission_rate: '0.2' },
  {
    first_name: 'Evelyn',
    last_name: 'Boyd',
    business_name: 'Granite Homes',
    commission_rate: '0.18',
  },
  { first_name: 'Seymour', last_name: 'Cray', business_name: null, commission_rate: '0.25' },
  { first_name: 'Kateryna', last_name: 'Yushchenko', business_name: null, commission_rate: null },
]

const repairs = [
  { adjustment_type: 'DEBIT', name: 'Boiler repair', amount: '120.50' },
  { adjustment_type: 'DEBIT', name: 'New mattress', amount: '640.00' },
  { adjustment_type: 'CREDIT', name: 'Firewood, delivered by the owner', amount: '75.00' },
]

/** Whose the properties are, and what was settled with them; one owner is not active any more. */
export function makeOwners(
  agencyUid: string,
  properties: Property[],
  chance: Chance,
  { made, now }: { made: Date; now: Date },
): DemoOwners {
  const held = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
    updated_at: at,
  })
  const owners = people.map((person, i) => ({
    ...held(made),
    ...person,
    email: `${person.first_name.toLowerCase()}@owners.example`,
    is_active: i < people.length - 1,
  }))
  const ownerships = properties
    .filter(() => chance.is(0.7))
    .map(property => ({
      agency_uid: agencyUid,
      property_uid: property.uid,
      owner_uid: chance.pick(owners.slice(0, -1)).uid,
      since: made,
    }))
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
