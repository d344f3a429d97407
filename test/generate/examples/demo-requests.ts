/** Requests with more fields than others have, of the demo agency. */
import { readDemo } from '../../../demo/demo.ts'
import { newUid } from '../../../src/platform/uid.ts'
import { sendMessages } from '../../fixtures/message-dispatcher.ts'
import {
  approve,
  makeManager,
  makeOAuthPartner,
  password,
  redirectUri,
} from '../../fixtures/oauth.ts'
import { grant, makeAgency, makePartner, makeProperty } from '../../fixtures/rows.ts'
import { makeSession } from '../../fixtures/sessions.ts'
import type { TestServer } from '../../support/server.ts'

type SendRequest = (method: string, path: string, body?: object) => Promise<ResponseBody>
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type ResponseBody = any

interface Demo {
  send: SendRequest
  agencyUid: string
  propertyUid: string
}

/** Sends requests of the demo agency with all optional fields. */
export async function requestDemoAgency(server: TestServer): Promise<void> {
  const { agencyUid, apiKey: key, propertyUids } = (await readDemo(server.config))!
  const send: SendRequest = async (method, path, body) => {
    const prefix = path.startsWith('/v2') ? '' : '/api/v3.3'
    const response = await server.request(method, `${prefix}${path}`, { key, body })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.text}`)
    return response.body
  }
  const demo = { send, agencyUid, propertyUid: propertyUids[0]! }
  await addPrices(demo)
  await addContent(demo)
  await addStay(server, demo)
  await addOwner(demo)
  await requestSession(server, demo)
  await requestLegacy(demo)
  await requestGraphQL(demo)
  await addTurnover(demo)
  await addIcal(server, demo)
}

/** Requests an external calendar with an event and decides on it. */
async function addIcal(server: TestServer, { send, agencyUid, propertyUid }: Demo): Promise<void> {
  const url = 'https://calendar.example/events.ics'
  const { uid } = (await send('POST', '/icals', { propertyUid, name: 'Abroad', url })).ical
  const eventUid = newUid()
  const key = { agency_uid: agencyUid, uid: eventUid, ical_uid: uid, property_uid: propertyUid }
  const nights = { check_in: '2027-08-10', check_out: '2027-08-14', first_seen_at: new Date() }
  const closure = { status: 'BLOCKED', state: 'IGNORED', may_have_guest: false }
  await server.database.kysely
    .insertInto('feed_events')
    .values({ ...key, ...nights, ...closure, event_key: 'a' })
    .execute()
  await send('GET', `/icals/${uid}/events`)
  await send('POST', `/icals/${uid}/events/${eventUid}`, { decision: 'STORE' })
}

const stay = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
const guest = { firstName: 'Ada', lastName: 'Reed', email: 'ada@guests.example' }

const overrides = {
  rent: { rentNetPrice: 800, extraGuestsNetPrice: 40 },
  fees: {
    cleaningFee: { netPrice: 90, taxationRate: 0.05 },
    otherFees: [
      {
        name: 'Late arrival',
        amountType: 'AMOUNT',
        amount: 25,
        taxationRate: 0.1,
        scope: 'PER_STAY',
      },
    ],
  },
  securityDeposit: 300,
  channelCommission: { amount: 120 },
}

async function addPrices({ send, agencyUid, propertyUid }: Demo): Promise<void> {
  const rules = {
    increaseRate: 0.1,
    increaseRateLowerBound: 3,
    decreaseRate: 0.1,
    decreaseRateHigherBound: 7,
    decreaseRateMonthly: 0.2,
    decreaseRateHigherBoundMonthly: 28,
    enabledForAirbnb: true,
    pricingRules: [{ ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 60, priceChange: -7.5 }],
  }
  await send('PUT', `/property-pricing-rules/${propertyUid}`, rules)
  await send('PUT', `/property-pricing-rules/${propertyUid}`, { propertyPricingRules: rules })
  const tax = { propertyUid, name: 'City tax', amountType: 'TAX', amount: 5, taxationRate: 0 }
  await send('POST', '/fees', tax)
  const code = { agencyUid, code: 'SUMMER', discountType: 'PERCENT', discountAmount: 10 }
  await send('POST', '/promo-codes', { ...code, propertyUid, redeemByDate: '2027-05-01' })
  const quote = { agencyUid, propertyUid, ...stay, guests: 2, childrenCount: 1, petCount: 0 }
  await send('POST', '/quotes', { ...quote, promoCode: 'SUMMER' })
  const held = { hold: true, holdMinutes: 30, guestInformation: guest }
  const heldQuote = await send('POST', '/quotes', { ...quote, quoteOverrides: overrides, ...held })
  const { leadUid } = heldQuote.quote.hold
  await send('POST', '/quotes', { leadUid, propertyUid, ...stay })
}

async function addContent({ send, agencyUid }: Demo): Promise<void> {
  const address = {
    address: '12 Pine Road',
    city: 'Denver',
    state: 'CO',
    zipCode: '80014',
    countryCode: 'US',
  }
  const { property } = await send('POST', '/properties', {
    agencyUid,
    name: 'Pine Cabin',
    address,
    propertyType: 'CABIN',
    listingType: 'ENTIREHOME',
    bedrooms: 2,
    bathrooms: 1.5,
    area: { size: 74, unitType: 'SQUARE_METERS' },
    availability: {
      baseGuests: 2,
      maxGuests: 4,
      minimumStay: 2,
      maximumStay: 28,
      dayOfWeekMinimumStay: { FRIDAY: 3 },
      checkInTimeStart: 15,
      checkInTimeEnd: 20,
      checkOutTime: 11,
      hostfullyBookingStrategy: 'INSTANT_BOOKING',
    },
    pricing: {
      currency: 'USD',
      dailyRate: 140,
      taxRate: 0.1,
      cleaningFee: 60,
      securityDeposit: 200,
    },
    integrationsData: { panoramicDataUrl: 'https://tours.example/pine-cabin' },
  })
  await send('POST', '/rooms', {
    propertyUid: property.uid,
    roomNumber: 1,
    roomType: 'BEDROOM',
    name: 'Upstairs',
    hasPrivateBathroom: true,
    bedCounts: { queenBed: 1, sofaBed: 1 },
  })
  const field = await send('POST', '/custom-data-fields', { agencyUid, name: 'Door code' })
  const named = { propertyUid: property.uid, customDataFieldUid: field.customDataField.uid }
  await send('POST', '/custom-data', { ...named, text: '1234' })
  await send('DELETE', '/custom-data', named)
}

async function addStay(server: TestServer, { send, agencyUid, propertyUid }: Demo): Promise<void> {
  const guestInformation = {
    ...guest,
    adultCount: 2,
    countryCode: 'US',
    passportCountryCode: 'US',
    preferredLocale: 'en_US',
  }
  const dates = { checkInLocalDate: '2027-07-05', checkOutLocalDate: '2027-07-09' }
  const { lead } = await send('POST', '/leads', {
    agencyUid,
    propertyUid,
    status: 'BOOKED',
    ...dates,
    guestInformation,
    quoteOverrides: overrides,
    rentalAgreementUrl: 'https://agreements.example/1.pdf',
  })
  await send('GET', `/orders?leadUid=${lead.uid}`)
  await send('GET', `/property-calendar/${propertyUid}?from=2027-07-05&to=2027-07-08`)
  await send('GET', `/property-calendar/${propertyUid}/history?date=2027-07-05`)
  const file = { fileName: 'key.txt', fileType: 'text/plain', contentBase64: 'NDcxMQ==' }
  const content = { subject: 'Your keys', text: 'The code of the door is in the file.' }
  const message = { type: 'EMAIL', leadUid: lead.uid, content }
  await send('POST', '/messages', { ...message, attachments: [file] })
  await sendMessages(server)
  await send('GET', `/outbox?agencyUid=${agencyUid}`)
  await sendMail(server, { send, agencyUid, propertyUid })
  const question = { text: 'Is early check-in possible?' }
  const inbound = { type: 'EMAIL', leadUid: lead.uid, guest, content: question }
  await send('POST', '/messages/inbound', inbound)
  const later = { checkInLocalDate: '2027-08-05', checkOutLocalDate: '2027-08-09' }
  const wish = { agencyUid, propertyUid, status: 'PENDING', ...later, guestInformation }
  const { lead: request } = await send('POST', '/leads', wish)
  const party = { adultCount: 2, childrenCount: 1, infantCount: 0, petCount: 0 }
  await send('POST', `/leads/${request.uid}/alteration`, { guestInformation: party })
  await send('GET', `/leads/${request.uid}/history`)
  await send('GET', `/search?agencyUid=${agencyUid}&query=ada`)
  const reason = { reason: 'The house is repainted in August.' }
  await send('POST', `/leads/${request.uid}/decline-booking-request`, reason)
}

/** Sends a message to a guest whose mail is returned, which creates a notice. */
async function sendMail(server: TestServer, { send, agencyUid, propertyUid }: Demo): Promise<void> {
  const dates = { checkInLocalDate: '2027-09-05', checkOutLocalDate: '2027-09-09' }
  const wrong = { ...guest, email: 'ada@fail.invalid', adultCount: 1 }
  const wish = { agencyUid, propertyUid, status: 'NEW', ...dates, guestInformation: wrong }
  const { lead } = await send('POST', '/leads', wish)
  await send('POST', '/messages', { type: 'EMAIL', leadUid: lead.uid, content: { text: 'Hello.' } })
  await sendMessages(server)
  await send('GET', `/notices?agencyUid=${agencyUid}`)
}

async function addOwner({ send, agencyUid }: Demo): Promise<void> {
  const permissions = { viewBookings: true, viewFinancials: true, blockDates: false }
  const owner = { ...guest, email: 'ada@owners.example', commissionRate: 0.2, permissions }
  await send('POST', '/owners', { agencyUid, ...owner })
}

/** Sends requests that require a session of the console. */
async function requestSession(server: TestServer, { agencyUid, propertyUid }: Demo): Promise<void> {
  const email = 'grace@pine.example'
  const uid = await makeManager(server, agencyUid, { email, role: 'ADMIN' })
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { headers } = await makeSession(server, agencyUid, uid, { agent })
  const send: SendRequest = async (method, path, body) => {
    const response = await server.request(method, `/api/v3.3${path}`, { headers, body })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.text}`)
    return response.body
  }
  await send('PATCH', '/session', { agencyUid })
  await send('PATCH', '/session/employee', { phoneNumber: '+1 303 555 0142' })
  await send('POST', '/system/test-mail')
  for (const path of ['/session', '/sessions', '/system']) await send('GET', path)
  const limits = { readOnly: true, tags: ['Leads'], expiresUtcDateTime: '2027-05-20T00:00:00Z' }
  const { apiKey } = await send('POST', '/api-keys', { name: 'Price feed', ...limits })
  await send('POST', `/api-keys/${apiKey.uid}/rotate`, { keepHours: 24 })
  const { partnerUid } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
  const access = { access: 'READ', personalData: true }
  await send('PUT', `/partners/${partnerUid}/grants/${propertyUid}`, access)
  const calendar = { density: 'compact', columns: ['rent', 'minimumStay'] }
  await send('PUT', '/session/preferences', { preferences: { calendar } })
  for (const path of ['/api-keys', '/partners', '/session/preferences']) await send('GET', path)
  const changed = { currentPassword: password, password: 'staple horse correct' }
  await send('PUT', `/employees/${uid}/password`, changed)
}

/** Sends requests with fields that only v2 has. */
async function requestLegacy({ send, agencyUid, propertyUid }: Demo): Promise<void> {
  const beds = { name: 'Pine Cabin', bedTypes: { queenBed: 1, sofaBed: 1 } }
  await send('POST', `/v2/properties?agencyUid=${agencyUid}`, beds)
  await send('GET', `/v2/properties/${propertyUid}`)
  await send('PATCH', `/agencies/${agencyUid}/settings`, { v2LeadWrites: true })
  const dates = { checkInDate: '2027-09-05', checkOutDate: '2027-09-09' }
  const person = { ...guest, adultCount: 2, preferredLocale: 'en_US' }
  const wish = { agencyUid, propertyUid, status: 'BOOKED_BY_AGENT', ...dates, ...person }
  const { uid: leadUid } = await send('POST', '/v2/leads', wish)
  await send('PUT', '/v2/pincodes', { propertyUid, leadUid, url: 'https://locks.example/4711' })
}

async function requestGraphQL({ send, propertyUid }: Demo): Promise<void> {
  const query = `{ property(uid: "${propertyUid}") { uid name } }`
  for (const path of ['/graphql', '/v2/leadsql']) await send('POST', path, { query })
}

/** Requests, renews and revokes tokens of a partner, and reads and sets its API version. */
export async function requestTokens(server: TestServer): Promise<void> {
  const { agencyUid } = await makeAgency(server)
  const propertyUid = await makeProperty(server, agencyUid)
  await makeManager(server, agencyUid)
  const partner = await makeOAuthPartner(server)
  const code = await approve(server, partner, [propertyUid])
  const send = (operation: string, body: object) =>
    server.request('POST', `/api/v3.3/auth/oauth/${operation}`, {
      headers: { authorization: partner.basic },
      body,
    })
  const exchange = { code, redirectUri, scope: 'FULL', grantType: 'REFRESH_TOKEN' }
  const standard = { grant_type: 'authorization_code', redirect_uri: redirectUri }
  await send('token', { ...standard, code: await approve(server, partner, [propertyUid]) })
  const { body: tokens } = await send('code-exchange', exchange)
  const { refreshToken } = tokens
  const renewed = await send('token-refresh', { refreshToken, grantType: 'REFRESH_TOKEN' })
  await send('revoke', { token: renewed.body.refreshToken })
  const headers = { authorization: partner.basic }
  await server.request('GET', '/api/versions')
  const { body: present } = await server.request('GET', '/api/version', { headers })
  await server.request('PUT', '/api/version', { headers, body: present })
}

async function addTurnover({ send, agencyUid }: Demo): Promise<void> {
  const newest = 'statusIn=BOOKED&sort=checkOut&sortDirection=DESC&_limit=1'
  const { leads } = await send('GET', `/leads?agencyUid=${agencyUid}&${newest}`)
  const [{ propertyUid, checkOutLocalDateTime: start }] = leads
  const { services } = await send('GET', `/services?agencyUid=${agencyUid}`)
  const times = { startLocalDateTime: start, endLocalDateTime: start }
  await send('POST', '/jobs', { propertyUid, serviceUid: services[0].uid, ...times })
  await send('GET', `/agencies/${agencyUid}/today?date=${start.slice(0, 10)}`)
}
