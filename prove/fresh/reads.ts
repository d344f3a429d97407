import type { Case } from '../../test/write-cases/write.ts'

/** A read whose response, or an input of it, is cached. */
export interface Read {
  method: 'GET' | 'POST'
  path: string
  body?: string | object
}

const leadFields = `uid leadType status source firstName lastName email notes adultCount
  checkInDateTimeString checkOutDateTimeString
  countdown { countingDown nextStatus countdownPercentage overdue endDateTimeString }
  order { totalGrossOrderValue fees { fees { name grossAmount } } }
  assignee { firstName email } property { name }`

/** Lists every cacheable read of the rows of a case. */
export function listReads({ agencyUid, propertyUid, typeUid }: Case, leadUids: string[]): Read[] {
  const get = (path: string): Read => ({ method: 'GET', path })
  const post = (path: string, body: string | object): Read => ({ method: 'POST', path, body })
  const v3 = '/api/v3.3'
  const days = 'from=2026-05-01&to=2026-08-31'
  const stay = { checkInDate: '2026-08-20', checkOutDate: '2026-08-23' }
  const both = `propertiesUids=${propertyUid},${typeUid}`
  return [
    post('/v2/leadsql', `{ leads(agencyUid: "${agencyUid}", _limit: 20) { ${leadFields} } }`),
    post('/v2/leadsql', `{ leads(propertyUid: "${propertyUid}") { uid status notes } }`),
    post('/v2/leadsql', `{ leads(agencyUid: "${agencyUid}") { uid firstName city } }`),
    post(`${v3}/graphql`, `{ leads(agencyUid: "${agencyUid}") { uid status tags } }`),
    post(`${v3}/graphql`, `{ properties(agencyUid: "${agencyUid}") { uid name isActive } }`),
    get(`${v3}/leads?agencyUid=${agencyUid}`),
    get(`${v3}/leads?propertyUid=${propertyUid}`),
    get(`${v3}/leads/counts?agencyUid=${agencyUid}&by=status`),
    get(`/api/v3.0/leads?agencyUid=${agencyUid}`),
    get(`/v2/leads?agencyUid=${agencyUid}`),
    get(`${v3}/properties?agencyUid=${agencyUid}`),
    get(`${v3}/properties/${propertyUid}`),
    get(`/v2/properties/${propertyUid}`),
    get(`${v3}/leads?propertyUid=${typeUid}`),
    get(`${v3}/orders?propertyUid=${propertyUid}`),
    get(`${v3}/orders?propertyUid=${typeUid}`),
    get(`${v3}/threads?agencyUid=${agencyUid}`),
    get(`${v3}/messages?agencyUid=${agencyUid}`),
    get(`${v3}/pricing-periods?propertyUid=${propertyUid}&${days}`),
    get(`${v3}/property-calendar/${propertyUid}?${days}`),
    get(`${v3}/property-calendar?${both}&${days}`),
    get(`${v3}/multi-calendar?agencyUid=${agencyUid}&${days}`),
    get(`${v3}/multi-calendar?agencyUid=${agencyUid}&propertyUids=${typeUid}&${days}`),
    get(`${v3}/agencies/${agencyUid}/today`),
    post(`${v3}/quotes`, { propertyUid, ...stay, guests: 2 }),
    ...leadUids.flatMap(uid => [get(`${v3}/leads/${uid}`), get(`/v2/leads/${uid}`)]),
  ]
}
