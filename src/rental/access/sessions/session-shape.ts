/** A session on the wire: contract/resources.md §8.4. */
import { utcText } from '../../../platform/dates.ts'
import {
  asSent,
  bool,
  count,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  timeZone,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import type { Agency } from '../agencies/agencies.ts'
import type { Employee } from '../employees/employees.ts'
import { capabilitiesOf, type Role, roles } from '../roles/role.ts'
import { endOf, type StoredSession } from './session.ts'
import type { OwnAgency } from './sessions.ts'

const role = () => named('EmployeeRole', oneOf(roles))

/** Who is signed in, for which agency, and what they may do there. */
export const session = shape('Session', {
  uid: uid(),
  employee: shape('SessionEmployee', {
    uid: uid(),
    firstName: text(),
    lastName: text(),
    email: text(),
    pictureUrl: nullable(text({ max: 2_048 })),
  }),
  agency: shape('SessionAgency', {
    uid: uid(),
    name: text(),
    timeZone: timeZone(),
    currency: text(),
  }),
  agencies: listOf(shape('OwnAgency', { uid: uid(), name: text(), role: role() })),
  role: role(),
  can: listOf(text()),
  asOfSeq: count(),
  createdUtcDateTime: utcDateTime(),
  endsUtcDateTime: utcDateTime(),
})

/** A session as lists have it. */
export const listedSession = shape('ListedSession', {
  uid: uid(),
  employeeUid: uid(),
  isCurrent: bool(),
  address: nullable(text()),
  agent: nullable(text()),
  createdUtcDateTime: utcDateTime(),
  seenUtcDateTime: utcDateTime(),
  endsUtcDateTime: utcDateTime(),
})

const preferences = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

/** What the console remembers for somebody, whatever it is. */
export const ownPreferences = shape('Preferences', { preferences: asSent(preferences) })

export function presentSession(
  row: StoredSession,
  {
    employee,
    agency,
    own,
    asOfSeq,
  }: {
    employee: Employee
    agency: Agency
    own: OwnAgency[]
    asOfSeq: number
  },
) {
  return {
    uid: row.uid,
    employee: {
      uid: employee.uid,
      firstName: employee.first_name,
      lastName: employee.last_name,
      email: employee.email,
      pictureUrl: employee.picture_url,
    },
    agency: {
      uid: agency.agency_uid,
      name: agency.name,
      timeZone: agency.time_zone,
      currency: agency.currency,
    },
    agencies: own.map(({ agency_uid, name, role }) => ({ uid: agency_uid, name, role })),
    role: employee.role as Role,
    can: capabilitiesOf(employee.role as Role),
    asOfSeq,
    createdUtcDateTime: utcText(row.created_at),
    endsUtcDateTime: utcText(endOf(row)),
  }
}

export function presentListedSession(row: StoredSession, currentUid: string) {
  return {
    uid: row.uid,
    employeeUid: row.employee_uid,
    isCurrent: row.uid === currentUid,
    address: row.address,
    agent: row.agent,
    createdUtcDateTime: utcText(row.created_at),
    seenUtcDateTime: utcText(row.seen_at),
    endsUtcDateTime: utcText(endOf(row)),
  }
}
