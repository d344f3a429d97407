import type { Insertable } from 'kysely'
import type { Sealer } from '../src/platform/seal.ts'
import { newUid } from '../src/platform/uid.ts'
import { sealedColumns } from '../src/rental/around/pin-codes/sealed-opening.ts'
import type {
  CustomDataFieldsTable,
  CustomDataTable,
  LeadsTable,
  PinCodesTable,
  PropertiesTable,
} from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'

type LeadRow = Insertable<LeadsTable>
type Property = Insertable<PropertiesTable>

/** How guests find a property, and how they come in. */
export interface DemoAccess {
  fields: Insertable<CustomDataFieldsTable>[]
  values: Insertable<CustomDataTable>[]
  pinCodes: Insertable<PinCodesTable>[]
}

const day = 86_400_000

/** How long before the check-in a guest is given a code. */
const codeDays = 30

const asked = [
  { name: 'Wi-Fi network', variable: 'WIFI_NETWORK', type: 'TEXT' },
  { name: 'Wi-Fi password', variable: 'WIFI_PASSWORD', type: 'TEXT' },
  { name: 'How to get in', variable: 'HOW_TO_GET_IN', type: 'LONG_TEXT' },
]

/** What the guests of each property are told, and codes for those to come. */
export function makeAccess(
  { agencyUid, sealer }: { agencyUid: string; sealer: Sealer },
  { properties, leads }: { properties: Property[]; leads: LeadRow[] },
  chance: Chance,
  { made, now }: { made: Date; now: Date },
): DemoAccess {
  const held = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
  })
  const fields = asked.map((field, i) => ({
    ...held(made),
    ...field,
    position: i + 1,
    usage: 'CUSTOM_VARIABLES',
  }))
  const values = properties.flatMap(({ uid, wifi_network, wifi_password }) => {
    const texts = [wifi_network!, wifi_password!, way]
    return fields.map((field, i) => ({
      agency_uid: agencyUid,
      object_uid: uid,
      object_type: 'PROPERTY',
      field_uid: field.uid,
      text: texts[i]!,
      created_at: made,
      updated_at: made,
    }))
  })
  const pinCodes = leads
    .filter(lead => isExpected(lead, now))
    .map(lead => {
      const pinCode = { ...held(now), property_uid: lead.property_uid! }
      const code = String(chance.whole(100_000, 999_999))
      return {
        ...pinCode,
        ...sealedColumns(sealer, pinCode, { code, url: null }),
        unit_uid: lead.unit_uid ?? null,
        lead_uid: lead.uid,
        start_local: lead.check_in_local,
        end_local: lead.check_out_local,
        starts_with_stay: true,
        ends_with_stay: true,
        updated_at: now,
      }
    })
  return { fields, values, pinCodes }
}

const way =
  'The lock is beside the door. Type your code and turn the knob to the right; to lock, press ' +
  'the moon. If the light stays red, call us: there is a key in the box at the gate.'

function isExpected(lead: LeadRow, now: Date): boolean {
  const ahead = ((lead.check_in_at as Date).getTime() - now.getTime()) / day
  return lead.status === 'BOOKED' && (lead.check_out_at as Date) > now && ahead < codeDays
}
