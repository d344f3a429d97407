/** What people of an agency may do, by their roles: contract/general.md §3.1. Pure. */

export const roles = ['ADMIN', 'MANAGER', 'STAFF', 'CLEANER', 'READ_ONLY'] as const
export type Role = (typeof roles)[number]

/** `own`: what belongs to the employee's own jobs, or to the employee. Queries narrow it. */
type Right = 'write' | 'read' | 'own' | 'none'

/** The rights to an area, in the order of {@link roles}. */
type Row = readonly [admin: Right, manager: Right, staff: Right, cleaner: Right, readOnly: Right]

const everywhere: Row = ['write', 'write', 'write', 'none', 'read']
const ofOffice: Row = ['write', 'write', 'read', 'none', 'read']
const ofManagers: Row = ['write', 'write', 'none', 'none', 'read']

/** What each role has of each area. */
const rights = {
  calendar: ['write', 'write', 'write', 'own', 'read'],
  bookings: everywhere,
  money: everywhere,
  refunds: ['write', 'write', 'none', 'none', 'none'],
  inbox: everywhere,
  houses: ['write', 'write', 'read', 'own', 'read'],
  rooms: ['write', 'write', 'write', 'own', 'read'],
  content: everywhere,
  selling: ofOffice,
  jobs: everywhere,
  ownJobs: ['write', 'write', 'write', 'own', 'read'],
  services: ['write', 'write', 'write', 'own', 'read'],
  pinCodes: ['write', 'write', 'write', 'own', 'read'],
  owners: ofManagers,
  offers: ofOffice,
  integrations: ofOffice,
  staff: ['write', 'write', 'read', 'own', 'read'],
  agency: ['write', 'write', 'read', 'own', 'read'],
  partners: ['write', 'write', 'none', 'none', 'none'],
  keys: ['write', 'read', 'none', 'none', 'none'],
  self: ['write', 'write', 'write', 'write', 'write'],
} as const satisfies Record<string, Row>

export type Area = keyof typeof rights

export const areas = Object.keys(rights) as Area[]

/** Where somebody may write although all that is theirs is their own. */
const ownWrites: ReadonlySet<Area> = new Set(['ownJobs'])

/** What a role has of an area. */
function rightTo(area: Area, role: Role): Right {
  return rights[area][roles.indexOf(role)]!
}

/** Whether a role may read, or write, in an area. */
export function mayUse(role: Role, area: Area, access: 'read' | 'write'): boolean {
  const right = rightTo(area, role)
  if (right === 'own') return access === 'read' || ownWrites.has(area)
  return right === 'write' || (right === 'read' && access === 'read')
}

/** The roles that may, those that may most first. */
export function rolesFor(area: Area, access: 'read' | 'write'): Role[] {
  return roles.filter(role => mayUse(role, area, access))
}

/** What a role can do, as `bookings:write`, for those who draw buttons. */
export function capabilitiesOf(role: Role): string[] {
  return areas.flatMap(area =>
    (['read', 'write'] as const)
      .filter(access => mayUse(role, area, access))
      .map(access => `${area}:${access}`),
  )
}

/** Which of two roles may do more: the lower number. Those who only look on come last. */
export function rankOf(role: Role): number {
  return roles.indexOf(role)
}

/** Whether somebody has only what is their own, and sees neither guests nor prices. */
export function isLimitedToOwn(role: Role): boolean {
  return role === 'CLEANER'
}

/** The part of an operation that its area follows from. */
export interface Operation {
  tag: string
  access: { needs?: string | ((body: never) => string) }
}

/** By the tag of an operation, unless the operation says what it needs. */
const areaOfTag: Record<string, Area> = {
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

/** The tags of what people do not use by itself, or by another surface. */
const otherTags = ['Bed types', 'GraphQL', 'Versions']

/** What a key may be restricted to (contract/general.md §2.1): the tags of all operations. */
export const knownTags: readonly string[] = [...Object.keys(areaOfTag), ...otherTags].sort()

/**
 * Returns the area of an operation; null: none is given, so that no role has it.
 *
 * @param body as it was parsed; null: it is not read yet, so that the area of the tag is needed
 */
export function areaOf(
  { tag, access: { needs } }: Operation,
  body: object | null = null,
): Area | null {
  const ofBody = typeof needs === 'function' && body !== null ? needs(body as never) : undefined
  const area = ofBody ?? (typeof needs === 'string' ? needs : areaOfTag[tag])
  return areas.find(known => known === area) ?? null
}
