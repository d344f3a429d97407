/** Permissions of employees by role: contract/general.md §3.1. Pure. */

export const roles = ['ADMIN', 'MANAGER', 'STAFF', 'CLEANER', 'READ_ONLY'] as const
export type Role = (typeof roles)[number]

/**
 * Right to an area. `own` limits it to the employee and to assigned jobs, which queries enforce.
 */
type Right = 'write' | 'read' | 'own' | 'none'

/** Rights to an area, in the order of {@link roles}. */
type AreaRights = readonly [
  admin: Right,
  manager: Right,
  staff: Right,
  cleaner: Right,
  readOnly: Right,
]

const officeAndStaffWrite: AreaRights = ['write', 'write', 'write', 'none', 'read']
const managersWriteStaffReads: AreaRights = ['write', 'write', 'read', 'none', 'read']
const managersWrite: AreaRights = ['write', 'write', 'none', 'none', 'read']

/** Rights of each role by area. */
const rights = {
  calendar: ['write', 'write', 'write', 'own', 'read'],
  bookings: officeAndStaffWrite,
  money: officeAndStaffWrite,
  refunds: ['write', 'write', 'none', 'none', 'none'],
  inbox: officeAndStaffWrite,
  houses: ['write', 'write', 'read', 'own', 'read'],
  rooms: ['write', 'write', 'write', 'own', 'read'],
  content: officeAndStaffWrite,
  selling: managersWriteStaffReads,
  jobs: officeAndStaffWrite,
  ownJobs: ['write', 'write', 'write', 'own', 'read'],
  services: ['write', 'write', 'write', 'own', 'read'],
  pinCodes: ['write', 'write', 'write', 'own', 'read'],
  owners: managersWrite,
  offers: managersWriteStaffReads,
  integrations: managersWriteStaffReads,
  staff: ['write', 'write', 'read', 'own', 'read'],
  agency: ['write', 'write', 'read', 'own', 'read'],
  partners: ['write', 'write', 'none', 'none', 'none'],
  keys: ['write', 'read', 'none', 'none', 'none'],
  self: ['write', 'write', 'write', 'write', 'write'],
} as const satisfies Record<string, AreaRights>

export type Area = keyof typeof rights

export const areas = Object.keys(rights) as Area[]

/** Areas in which the right `own` includes writing. */
const areasWithOwnWrites: ReadonlySet<Area> = new Set(['ownJobs'])

function rightTo(area: Area, role: Role): Right {
  return rights[area][roles.indexOf(role)]!
}

/** Returns whether a role may read or write in an area. */
export function mayUse(role: Role, area: Area, access: 'read' | 'write'): boolean {
  const right = rightTo(area, role)
  if (right === 'own') return access === 'read' || areasWithOwnWrites.has(area)
  return right === 'write' || (right === 'read' && access === 'read')
}

/** Lists the roles with access to an area, highest first. */
export function rolesFor(area: Area, access: 'read' | 'write'): Role[] {
  return roles.filter(role => mayUse(role, area, access))
}

/** Lists the permissions of a role, as `bookings:write`, for user interfaces. */
export function listPermissions(role: Role): string[] {
  return areas.flatMap(area =>
    (['read', 'write'] as const)
      .filter(access => mayUse(role, area, access))
      .map(access => `${area}:${access}`),
  )
}

/** Returns the rank of a role. A lower number has more permissions; READ_ONLY is last. */
export function rankOf(role: Role): number {
  return roles.indexOf(role)
}

/** Returns whether a role is limited to assigned jobs and sees neither guests nor prices. */
export function isLimitedToOwn(role: Role): boolean {
  return role === 'CLEANER'
}

/** Fields of an operation that determine its area. */
export interface Operation {
  tag: string
  access: { needs?: string | ((body: never) => string) }
}

/** Area of an operation by its tag, unless the operation specifies one. */
const areaByTag: Record<string, Area> = {
  'API keys': 'keys',
  Agencies: 'agency',
  Amenities: 'content',
  Calendar: 'calendar',
  'Custom amenities': 'content',
  'Custom data': 'bookings',
  'Direct booking': 'selling',
  Employees: 'staff',
  Events: 'integrations',
  Fees: 'selling',
  Guests: 'bookings',
  iCals: 'selling',
  Jobs: 'jobs',
  Leads: 'bookings',
  Messages: 'inbox',
  'Multi-units': 'selling',
  Notices: 'integrations',
  'Order adjustments': 'money',
  'Order services': 'money',
  Orders: 'money',
  Owners: 'owners',
  Partners: 'partners',
  Photos: 'content',
  'Pin codes': 'pinCodes',
  Pricing: 'selling',
  'Promo codes': 'offers',
  Properties: 'houses',
  'Property channel links': 'selling',
  'Property descriptions': 'content',
  'Property rules': 'content',
  Quotes: 'bookings',
  Reviews: 'inbox',
  Rooms: 'rooms',
  Search: 'bookings',
  Services: 'services',
  Session: 'self',
  Tags: 'bookings',
  Threads: 'inbox',
  Transactions: 'money',
  Webhooks: 'integrations',
}

/** Tags of operations that no role needs by themselves, or that other endpoints provide. */
const otherTags = ['Bed types', 'GraphQL', 'Versions']

/** Tags that a key may be restricted to (contract/general.md §2.1): the tags of all operations. */
export const knownTags: readonly string[] = [...Object.keys(areaByTag), ...otherTags].sort()

/**
 * Returns the area of an operation. Null if there is none, and no role has access.
 *
 * @param body parsed body; null if it is not read yet, then the area of the tag is returned
 */
export function areaOf(
  { tag, access: { needs } }: Operation,
  body: object | null = null,
): Area | null {
  const bodyArea = typeof needs === 'function' && body !== null ? needs(body as never) : undefined
  const area = bodyArea ?? (typeof needs === 'string' ? needs : areaByTag[tag])
  return areas.find(candidate => candidate === area) ?? null
}
