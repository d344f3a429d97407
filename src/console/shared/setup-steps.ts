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
  property: ['PROPERTY_NONE', 'COORDINATES'],
  photos: ['PHOTOS_NONE'],
  rooms: ['ROOMS', 'AMENITIES'],
  texts: ['DESCRIPTION'],
  price: ['PRICE_MISSING'],
  rules: ['NOT_BOOKABLE_DAYS'],
  calendars: ['CALENDAR_NONE'],
  open: ['INACTIVE', 'UNITS_MISSING'],
  team: ['TEAM_ALONE', 'MAIL_MISSING'],
}

/** Returns the step that completes a check, or null if it has none. */
export function stepOfCheck(code: string): SetupStep | null {
  return setupSteps.find(step => codesByStep[step].includes(code)) ?? null
}

/** Returns whether no check of a step fails; coordinates are optional there. */
export function isStepDone(step: SetupStep, failedCodes: ReadonlySet<string>): boolean {
  return codesByStep[step].every(code => code === 'COORDINATES' || !failedCodes.has(code))
}
