/** Checks of what a property or an agency lacks for sale: contract/resources.md §11.3. Pure. */

export const severities = ['SALE', 'LAW', 'QUALITY'] as const
export const levels = ['AGENCY', 'PROPERTY'] as const
type Level = (typeof levels)[number]

/** State of a property that its checks need. */
export interface PropertyInputs {
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
export interface AgencyInputs {
  has_property: boolean
  email: string | null
  phone: string | null
  address: string | null
  employees: number
  sendsMail: boolean
  /** False for an embedded database without scheduled backups. */
  hasBackups: boolean
}

interface Check<Inputs> {
  severity: (typeof severities)[number]
  /** Returns true if the check fails. */
  fails(inputs: Inputs): boolean
  /** Field, list or setting that the check is about. */
  field: string | ((inputs: Inputs) => string)
}

/** Number of amenities that a listing needs. */
const amenitiesMin = 5

/** Checks of a property, SALE first. */
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
} as const satisfies Record<string, Check<PropertyInputs>>

/** Checks of an agency: SALE, LAW, QUALITY. */
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
} as const satisfies Record<string, Check<AgencyInputs>>

type CheckCode = keyof typeof agencyChecks | keyof typeof propertyChecks

/** Codes of all checks, in the order of a list. */
export const checkCodes = Object.keys({ ...agencyChecks, ...propertyChecks }) as CheckCode[]

export interface FailedCheck {
  propertyUid: string | null
  level: Level
  code: CheckCode
  severity: (typeof severities)[number]
  field: string
}

/** Returns the checks that a property fails, SALE first. */
export function failedByProperty(propertyUid: string, inputs: PropertyInputs): FailedCheck[] {
  return failed(propertyChecks, inputs, { propertyUid, level: 'PROPERTY' })
}

/** Returns the checks that an agency fails, SALE first. */
export function failedByAgency(inputs: AgencyInputs): FailedCheck[] {
  return failed(agencyChecks, inputs, { propertyUid: null, level: 'AGENCY' })
}

function failed<Inputs>(
  checks: Partial<Record<CheckCode, Check<Inputs>>>,
  inputs: Inputs,
  subject: Pick<FailedCheck, 'propertyUid' | 'level'>,
): FailedCheck[] {
  return checkCodes.flatMap(code => {
    const check = checks[code]
    if (!check?.fails(inputs)) return []
    const field = typeof check.field === 'string' ? check.field : check.field(inputs)
    return [{ ...subject, code, severity: check.severity, field }]
  })
}

function missingContact({ email, phone, address }: AgencyInputs): string | null {
  if (!email) return 'agencyEmailAddress'
  if (!phone) return 'phoneNumber'
  return address ? null : 'address1'
}
