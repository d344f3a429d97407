/** A session on the wire: contract/resources.md §8.4. */
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  count,
  listOf,
  named,
  nullable,
  oneOf,
  passedThrough,
  shape,
  Type,
  text,
  timeZone,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import type { Agency } from '../agencies/agencies.ts'
import type { Employee } from '../employees/employees.ts'
import { listPermissions, type Role, roles } from '../roles/role.ts'
import { type StoredSession, sessionExpiry } from './session.ts'
import type { OwnAgency } from './sessions.ts'

const role = () => named('EmployeeRole', oneOf(roles))

/** The signed-in employee, the agency, and the permissions in it. */
export const sessionSchema = shape('Session', {
  uid: uid(),
  employee: shape('SessionEmployee', {
    uid: uid(),
    firstName: text(),
    lastName: text(),
    email: text(),
    phoneNumber: nullable(text({ max: 64 })),
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
  server: shape('SessionServer', {
    version: text(),
    publicUrl: text({ max: 2_048 }),
    sendsMail: bool(),
    hasSystemPage: bool(),
  }),
})

/** Server of a session. */
export interface SessionServer {
  version: string
  publicUrl: string
  sendsMail: boolean
  hasSystemPage: boolean
}

export const listedSessionSchema = shape('ListedSession', {
  uid: uid(),
  employeeUid: uid(),
  isCurrent: bool(),
  address: nullable(text()),
  agent: nullable(text()),
  createdUtcDateTime: utcDateTime(),
  seenUtcDateTime: utcDateTime(),
  endsUtcDateTime: utcDateTime(),
})

const anyObject = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

export const preferencesSchema = shape('Preferences', { preferences: passedThrough(anyObject) })

export function presentSession(
  row: StoredSession,
  {
    employee,
    agency,
    agencies,
    asOfSeq,
    server,
  }: {
    employee: Employee
    agency: Agency
    agencies: OwnAgency[]
    asOfSeq: number
    server: SessionServer
  },
) {
  return {
    uid: row.uid,
    employee: {
      uid: employee.uid,
      firstName: employee.first_name,
      lastName: employee.last_name,
      email: employee.email,
      phoneNumber: employee.phone_number,
      pictureUrl: employee.picture_url,
    },
    agency: {
      uid: agency.agency_uid,
      name: agency.name,
      timeZone: agency.time_zone,
      currency: agency.currency,
    },
    agencies: agencies.map(({ agency_uid, name, role }) => ({ uid: agency_uid, name, role })),
    role: employee.role as Role,
    can: listPermissions(employee.role as Role),
    asOfSeq,
    createdUtcDateTime: utcText(row.created_at),
    endsUtcDateTime: utcText(sessionExpiry(row)),
    server,
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
    endsUtcDateTime: utcText(sessionExpiry(row)),
  }
}
