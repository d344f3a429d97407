/** Legacy v2 REST is deprecated without a sunset date: contract/versions.md §2.2. */

const since = '@1711929600'

/** What nouns of v2 are called in the paths of v3. */
export const successors: Readonly<Record<string, string>> = {
  pincodes: 'pin-codes',
  customdata: 'custom-data',
  customdatafields: 'custom-data-fields',
  customfees: 'fees',
  customamenities: 'custom-amenities',
  externalcalendars: 'icals',
  propertydescriptions: 'property-descriptions',
  propertycalendar: 'property-calendar',
  propertyownership: 'property-ownership',
  propertyrules: 'property-rules',
  pricingperiods: 'pricing-periods',
  pricingPeriods: 'pricing-periods',
  pricingperiodsbulk: 'pricing-periods/bulk',
  pricingrules: 'property-pricing-rules',
  quote: 'quotes',
  serviceproviders: 'service-providers',
  units: 'multi-units/units',
  bedtypes: 'rooms',
}

/**
 * Deprecates registering access-change webhooks with a partner's key: contract/versions.md §2.2.
 */
export const partnerKeyDeprecation = {
  deprecation: '@1740787200',
  link: '</docs/versions>; rel="deprecation"',
}

/** Clients read headers of a few KiB; an address that is longer has no twin that is worth one. */
const linkLengthMax = 1_024

/** The headers of an answer of v2 REST; `path` is below `/v2`. None for the lead query. */
export function deprecationHeaders(path: string): Record<string, string> {
  const [noun = '', ...rest] = path.split('?')[0]!.split('/').slice(1)
  if (noun === 'leadsql' || noun === 'openapi.json') return {}
  const general = '</docs/versions>; rel="deprecation"'
  if (path.length > linkLengthMax) return { deprecation: since, link: general }
  const successor = [successors[noun] ?? noun, ...rest].join('/')
  const twin = `</api/v3.3/${successor}>; rel="successor-version"`
  return { deprecation: since, link: `${general}, ${twin}` }
}
