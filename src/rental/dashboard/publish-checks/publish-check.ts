/** Checks of what a property or an agency lacks for sale: contract/resources.md §11.3. Pure. */

export const severities = ['SALE', 'LAW', 'QUALITY'] as const
export const levels = ['AGENCY', 'PROPERTY'] as const
export type Level = (typeof levels)[number]

/** State of a property that its checks need. */
export interface PropertyFacts {
  is_active: boolean
  /** False for a master that is sold by its sub-properties only. */
  is_sold: boolean
  has_price: boolean
  has_unit: boolean
  has_arrival_day: boolean
  has_photo: boolean
  has_description: boolean
  has_beds: boolean
  amenities: number
  has_coordinates: boolean
  has_calendar: boolean
}

/** State of an agency, and of its server, that its checks need. */
export interface AgencyFacts {
  has_property: boolean
  email: string | null
  phone: string | null
  address: string | null
  employees: number
  sendsMail: boolean
  /** False for an embedded database without scheduled backups. */
  hasBackups: boolean
}

interface Check<Facts> {
  severity: (typeof severities)[number]
  /** Returns true if the check fails. */
  fails(facts: Facts): boolean
  /** Field, list or setting that the check is about. */
  field: string | ((facts: Facts) => string)
}

/** Number of amenities that a listing needs. */
const amenitiesMin = 5

const propertyChecks = {
  INACTIVE: { severity: 'SALE', field: 'isActive', fails: p => !p.is_active },
  PRICE_MISSING: {
    severity: 'SALE',
    field: 'pricing.dailyRate',
    fails: p => p.is_sold && !p.has_price,
  },
  UNITS_MISSING: { severity: 'SALE', field: 'units', fails: p => !p.has_unit },
  NOT_BOOKABLE_DAYS: {
    severity: 'SALE',
    field: 'availability.daysOfTheWeekToCheckInOn',
    fails: p => p.is_sold && !p.has_arrival_day,
  },
  PHOTOS_NONE: { severity: 'QUALITY', field: 'photos', fails: p => !p.has_photo },
  DESCRIPTION: {
    severity: 'QUALITY',
    field: 'propertyDescriptions',
    fails: p => !p.has_description,
  },
  ROOMS: { severity: 'QUALITY', field: 'beds', fails: p => !p.has_beds },
  AMENITIES: { severity: 'QUALITY', field: 'amenities', fails: p => p.amenities < amenitiesMin },
  COORDINATES: {
    severity: 'QUALITY',
    field: 'address.latitude',
    fails: p => !p.has_coordinates,
  },
  CALENDAR_NONE: { severity: 'QUALITY', field: 'icals', fails: p => !p.has_calendar },
} as const satisfies Record<string, Check<PropertyFacts>>

const agencyChecks = {
  PROPERTY_NONE: { severity: 'SALE', field: 'properties', fails: a => !a.has_property },
  CONTACT: {
    severity: 'LAW',
    field: a => missingContact(a) ?? 'agencyEmailAddress',
    fails: a => missingContact(a) !== null,
  },
  MAIL_MISSING: { severity: 'QUALITY', field: 'SMTP_URL', fails: a => !a.sendsMail },
  TEAM_ALONE: { severity: 'QUALITY', field: 'employees', fails: a => a.employees < 2 },
  BACKUP_NONE: { severity: 'QUALITY', field: 'BACKUP_EVERY_HOURS', fails: a => !a.hasBackups },
} as const satisfies Record<string, Check<AgencyFacts>>

/** Codes of all checks, in the order of a list: SALE, LAW, QUALITY. */
export const checkCodes = [
  'PROPERTY_NONE',
  'CONTACT',
  'MAIL_MISSING',
  'TEAM_ALONE',
  'BACKUP_NONE',
  'INACTIVE',
  'PRICE_MISSING',
  'UNITS_MISSING',
  'NOT_BOOKABLE_DAYS',
  'PHOTOS_NONE',
  'DESCRIPTION',
  'ROOMS',
  'AMENITIES',
  'COORDINATES',
  'CALENDAR_NONE',
] as const satisfies (keyof typeof propertyChecks | keyof typeof agencyChecks)[]

export interface FailedCheck {
  propertyUid: string | null
  level: Level
  code: (typeof checkCodes)[number]
  severity: (typeof severities)[number]
  field: string
}

/** Returns the checks that a property fails, SALE first. */
export function failedByProperty(propertyUid: string, facts: PropertyFacts): FailedCheck[] {
  return failed(propertyChecks, facts, { propertyUid, level: 'PROPERTY' })
}

/** Returns the checks that an agency fails, SALE first. */
export function failedByAgency(facts: AgencyFacts): FailedCheck[] {
  return failed(agencyChecks, facts, { propertyUid: null, level: 'AGENCY' })
}

function failed<Code extends FailedCheck['code'], Facts>(
  checks: Record<Code, Check<Facts>>,
  facts: Facts,
  subject: Pick<FailedCheck, 'propertyUid' | 'level'>,
): FailedCheck[] {
  return checkCodes.flatMap(code => {
    const check = (checks as Partial<Record<string, Check<Facts>>>)[code]
    if (!check?.fails(facts)) return []
    const field = typeof check.field === 'string' ? check.field : check.field(facts)
    return [{ ...subject, code, severity: check.severity, field }]
  })
}

function missingContact({ email, phone, address }: AgencyFacts): string | null {
  if (!email) return 'agencyEmailAddress'
  if (!phone) return 'phoneNumber'
  return address ? null : 'address1'
}
