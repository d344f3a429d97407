import type { Insertable } from 'kysely'
import type { Cipher } from '../src/platform/crypto/encryption.ts'
import { newUid } from '../src/platform/uid.ts'
import { encryptOpening } from '../src/rental/operations/pin-codes/encrypted-opening.ts'
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

/** Access data of properties: instructions for guests and door codes. */
export interface DemoAccess {
  fields: Insertable<CustomDataFieldsTable>[]
  values: Insertable<CustomDataTable>[]
  pinCodes: Insertable<PinCodesTable>[]
}

const day = 86_400_000

/** Number of days before the check-in from which a guest has a code. */
const codeDays = 30

const questions = [
  { name: 'Wi-Fi network', variable: 'WIFI_NETWORK', type: 'TEXT' },
  { name: 'Wi-Fi password', variable: 'WIFI_PASSWORD', type: 'TEXT' },
  { name: 'How to get in', variable: 'HOW_TO_GET_IN', type: 'LONG_TEXT' },
]

/** Generates access instructions of each property, and door codes of future stays. */
export function makeAccess(
  { agencyUid, cipher }: { agencyUid: string; cipher: Cipher },
  { properties, leads }: { properties: Property[]; leads: LeadRow[] },
  chance: Chance,
  { createdAt, now }: { createdAt: Date; now: Date },
): DemoAccess {
  const newRow = (at: Date) => ({
    agency_uid: agencyUid,
    uid: newUid(at.getTime(), () => chance.bytes(16)),
    created_at: at,
  })
  const fields = questions.map((field, i) => ({
    ...newRow(createdAt),
    ...field,
    position: i + 1,
    usage: 'CUSTOM_VARIABLES',
  }))
  const values = properties.flatMap(({ uid, wifi_network, wifi_password }) => {
    const texts = [wifi_network!, wifi_password!, directions]
    return fields.map((field, i) => ({
      agency_uid: agencyUid,
      object_uid: uid,
      object_type: 'PROPERTY',
      field_uid: field.uid,
      text: texts[i]!,
      created_at: createdAt,
      updated_at: createdAt,
    }))
  })
  const pinCodes = leads
    .filter(lead => needsCode(lead, now))
    .map(lead => {
      const pinCode = { ...newRow(now), property_uid: lead.property_uid! }
      const code = String(chance.integer(100_000, 999_999))
      return {
        ...pinCode,
        ...encryptOpening(cipher, pinCode, { code, url: null }),
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

const directions =
  'The lock is beside the door. Type your code and turn the knob to the right; to lock, press ' +
  'the moon. If the light stays red, call us: there is a key in the box at the gate.'

function needsCode(lead: LeadRow, now: Date): boolean {
  const daysUntil = ((lead.check_in_at as Date).getTime() - now.getTime()) / day
  return lead.status === 'BOOKED' && (lead.check_out_at as Date) > now && daysUntil < codeDays
}
