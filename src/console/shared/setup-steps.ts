/** Steps of the set-up, and the publish checks that each of them completes. */

export const setupSteps = [
  'business',
  'property',
  'photos',
  'rooms',
  'texts',
  'price',
  'rules',
  'calendars',
  'open',
  'team',
] as const

export type SetupStep = (typeof setupSteps)[number]

const codesByStep: Readonly<Record<SetupStep, readonly string[]>> = {
  business: [],
  property: ['PROPERTY_NONE'],
  photos: ['PHOTOS_NONE'],
  rooms: ['ROOMS', 'AMENITIES'],
  texts: ['DESCRIPTION'],
  price: ['PRICE_MISSING'],
  rules: ['NOT_BOOKABLE_DAYS'],
  calendars: ['CALENDAR_NONE'],
  open: ['INACTIVE', 'UNITS_MISSING'],
  team: ['TEAM_ALONE', 'MAIL_MISSING'],
}

/**
 * Returns the path of the page that completes a check: a step of the set-up, or the map of the
 * property, which has no step; null if there is none.
 */
export function pathOfCheck({ code, propertyUid, field }: Check): string | null {
  if (code === 'COORDINATES') return `/properties/${propertyUid}/location?focus=${field}`
  const step = setupSteps.find(name => codesByStep[name].includes(code))
  return step ? `/setup/${step}${propertyUid ? `?property=${propertyUid}` : ''}` : null
}

interface Check {
  code: string
  propertyUid: string | null
  field: string
}

/** Returns whether no check of a step fails. */
export function isStepDone(step: SetupStep, failedCodes: ReadonlySet<string>): boolean {
  return codesByStep[step].every(code => !failedCodes.has(code))
}
