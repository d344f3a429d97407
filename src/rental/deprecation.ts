/** Legacy v2 REST is deprecated without a sunset date: contract/versions.md §2.2. */

/** Time of deprecation: April 1, 2024. */
const deprecatedAt = '@1711929600'

/** Path segments of v3 by those of v2. */
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
 * Headers that deprecate registering access-change webhooks with a partner key:
 * contract/versions.md §2.2.
 */
export const partnerKeyDeprecation = {
  deprecation: '@1740787200',
  link: '</docs/versions>; rel="deprecation"',
}

/**
 * Maximum length of a path that gets a successor link, since clients limit headers to a few KiB.
 */
const linkLengthMax = 1_024

/**
 * Returns the deprecation headers of a v2 response. `path` is relative to `/v2`. The lead query
 * and the API document are not deprecated.
 */
export function deprecationHeaders(path: string): Record<string, string> {
  const [segment = '', ...otherSegments] = path.split('?')[0]!.split('/').slice(1)
  if (segment === 'leadsql' || segment === 'openapi.json') return {}
  const documentationLink = '</docs/versions>; rel="deprecation"'
  if (path.length > linkLengthMax) return { deprecation: deprecatedAt, link: documentationLink }
  const successorPath = [successors[segment] ?? segment, ...otherSegments].join('/')
  const successorLink = `</api/v3.3/${successorPath}>; rel="successor-version"`
  return { deprecation: deprecatedAt, link: `${documentationLink}, ${successorLink}` }
}
