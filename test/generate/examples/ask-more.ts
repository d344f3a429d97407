/** Requests that say more than any other does, of the demo agency. */
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

type Ask = (method: string, path: string, body?: object) => Promise<Answered>
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Answered = any

interface Demo {
  ask: Ask
  agencyUid: string
  propertyUid: string
}

/** What the demo agency adds and asks, with all that each may say. */
export async function askMore(server: TestServer): Promise<void> {
  const { agencyUid, apiKey: key, propertyUids } = (await readDemo(server.config))!
  const ask: Ask = async (method, path, body) => {
    const prefix = path.startsWith('/v2') ? '' : '/api/v3.3'
    const answer = await server.request(method, `${prefix}${path}`, { key, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const demo = { ask, agencyUid, propertyUid: propertyUids[0]! }
  await priced(demo)
  await described(demo)
  await booked(server, demo)
  await peopled(demo)
  await signedIn(server, demo)
  await askedOld(demo)
  await queried(demo)
  await turnedOver(demo)
  await imported(server, demo)
}

/** An external calendar with an event of which it is decided what it is. */
async function imported(server: TestServer, { ask, agencyUid, propertyUid }: Demo): Promise<void> {
  const url = 'https://calendar.example/events.ics'
  const { uid } = (await ask('POST', '/icals', { propertyUid, name: 'Abroad', url })).ical
  const eventUid = newUid()
  const key = { agency_uid: agencyUid, uid: eventUid, ical_uid: uid, property_uid: propertyUid }
  const nights = { check_in: '2027-08-10', check_out: '2027-08-14', first_seen_at: new Date() }
  const closure = { status: 'BLOCKED', state: 'IGNORED', may_have_guest: false }
  await server.database.kysely
    .insertInto('feed_events')
    .values({ ...key, ...nights, ...closure, event_key: 'a' })
    .execute()
  await ask('GET', `/icals/${uid}/events`)
  await ask('POST', `/icals/${uid}/events/${eventUid}`, { decision: 'STORE' })
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

async function priced({ ask, agencyUid, propertyUid }: Demo): Promise<void> {
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
  await ask('PUT', `/property-pricing-rules/${propertyUid}`, rules)
  await ask('PUT', `/property-pricing-rules/${propertyUid}`, { propertyPricingRules: rules })
  const tax = { propertyUid, name: 'City tax', amountType: 'TAX', amount: 5, taxationRate: 0 }
  await ask('POST', '/fees', tax)
  const code = { agencyUid, code: 'SUMMER', discountType: 'PERCENT', discountAmount: 10 }
  await ask('POST', '/promo-codes', { ...code, propertyUid, redeemByDate: '2027-05-01' })
  const quote = { agencyUid, propertyUid, ...stay, guests: 2, childrenCount: 1, petCount: 0 }
  await ask('POST', '/quotes', { ...quote, promoCode: 'SUMMER' })
  const held = { hold: true, holdMinutes: 30, guestInformation: guest }
  const kept = await ask('POST', '/quotes', { ...quote, quoteOverrides: overrides, ...held })
  const { leadUid } = kept.quote.hold
  await ask('POST', '/quotes', { leadUid, propertyUid, ...stay })
}

async function described({ ask, agencyUid }: Demo): Promise<void> {
  const address = {
    address: '12 Pine Road',
    city: 'Denver',
    state: 'CO',
    zipCode: '80014',
    countryCode: 'US',
  }
  const { property } = await ask('POST', '/properties', {
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
  await ask('POST', '/rooms', {
    propertyUid: property.uid,
    roomNumber: 1,
    roomType: 'BEDROOM',
    name: 'Upstairs',
    hasPrivateBathroom: true,
    bedCounts: { queenBed: 1, sofaBed: 1 },
  })
  const field = await ask('POST', '/custom-data-fields', { agencyUid, name: 'Door code' })
  const named = { propertyUid: property.uid, customDataFieldUid: field.customDataField.uid }
  await ask('POST', '/custom-data', { ...named, text: '1234' })
  await ask('DELETE', '/custom-data', named)
}

async function booked(server: TestServer, { ask, agencyUid, propertyUid }: Demo): Promise<void> {
  const guestInformation = {
    ...guest,
    adultCount: 2,
    countryCode: 'US',
    passportCountryCode: 'US',
    preferredLocale: 'en_US',
  }
  const dates = { checkInLocalDate: '2027-07-05', checkOutLocalDate: '2027-07-09' }
  const { lead } = await ask('POST', '/leads', {
    agencyUid,
    propertyUid,
    status: 'BOOKED',
    ...dates,
    guestInformation,
    quoteOverrides: overrides,
    rentalAgreementUrl: 'https://agreements.example/1.pdf',
  })
  await ask('GET', `/orders?leadUid=${lead.uid}`)
  await ask('GET', `/property-calendar/${propertyUid}?from=2027-07-05&to=2027-07-08`)
  await ask('GET', `/property-calendar/${propertyUid}/history?date=2027-07-05`)
  const file = { fileName: 'key.txt', fileType: 'text/plain', contentBase64: 'NDcxMQ==' }
  const content = { subject: 'Your keys', text: 'The code of the door is in the file.' }
  await ask('POST', '/messages', { type: 'EMAIL', leadUid: lead.uid, content, attachments: [file] })
  await sendMessages(server)
  await ask('GET', `/outbox?agencyUid=${agencyUid}`)
  await noticed(server, { ask, agencyUid, propertyUid })
  const question = { text: 'Is early check-in possible?' }
  const inbound = { type: 'EMAIL', leadUid: lead.uid, guest, content: question }
  await ask('POST', '/messages/inbound', inbound)
  const later = { checkInLocalDate: '2027-08-05', checkOutLocalDate: '2027-08-09' }
  const wish = { agencyUid, propertyUid, status: 'PENDING', ...later, guestInformation }
  const { lead: request } = await ask('POST', '/leads', wish)
  const party = { adultCount: 2, childrenCount: 1, infantCount: 0, petCount: 0 }
  await ask('POST', `/leads/${request.uid}/alteration`, { guestInformation: party })
  await ask('GET', `/leads/${request.uid}/history`)
  await ask('GET', `/search?agencyUid=${agencyUid}&query=ada`)
  const reason = { reason: 'The house is repainted in August.' }
  await ask('POST', `/leads/${request.uid}/decline-booking-request`, reason)
}

/** A guest whose mails come back. */
async function noticed(server: TestServer, { ask, agencyUid, propertyUid }: Demo): Promise<void> {
  const dates = { checkInLocalDate: '2027-09-05', checkOutLocalDate: '2027-09-09' }
  const wrong = { ...guest, email: 'ada@fail.invalid', adultCount: 1 }
  const wish = { agencyUid, propertyUid, status: 'NEW', ...dates, guestInformation: wrong }
  const { lead } = await ask('POST', '/leads', wish)
  await ask('POST', '/messages', { type: 'EMAIL', leadUid: lead.uid, content: { text: 'Hello.' } })
  await sendMessages(server)
  await ask('GET', `/notices?agencyUid=${agencyUid}`)
}

async function peopled({ ask, agencyUid }: Demo): Promise<void> {
  const permissions = { viewBookings: true, viewFinancials: true, blockDates: false }
  const owner = { ...guest, email: 'ada@owners.example', commissionRate: 0.2, permissions }
  await ask('POST', '/owners', { agencyUid, ...owner })
}

/** What only those ask for who are signed in to the console. */
async function signedIn(server: TestServer, { agencyUid, propertyUid }: Demo): Promise<void> {
  const email = 'grace@pine.example'
  const uid = await makeManager(server, agencyUid, { email, role: 'ADMIN' })
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const { headers } = await makeSession(server, agencyUid, uid, { agent })
  const ask: Ask = async (method, path, body) => {
    const answer = await server.request(method, `/api/v3.3${path}`, { headers, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  await ask('GET', '/session')
  await ask('PATCH', '/session', { agencyUid })
  await ask('GET', '/sessions')
  const limits = { readOnly: true, tags: ['Leads'], expiresUtcDateTime: '2027-05-20T00:00:00Z' }
  const { apiKey } = await ask('POST', '/api-keys', { name: 'Price feed', ...limits })
  await ask('POST', `/api-keys/${apiKey.uid}/rotate`, { keepHours: 24 })
  await ask('GET', '/api-keys')
  const { partnerUid } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
  const granting = `/partners/${partnerUid}/grants/${propertyUid}`
  await ask('PUT', granting, { access: 'READ', personalData: true })
  await ask('GET', '/partners')
  const preferences = { calendar: { density: 'compact', columns: ['rent', 'minimumStay'] } }
  await ask('PUT', '/session/preferences', { preferences })
  await ask('GET', '/session/preferences')
  const passwords = { currentPassword: password, password: 'staple horse correct' }
  await ask('PUT', `/employees/${uid}/password`, passwords)
}

/** What v2 has in words of its own. */
async function askedOld({ ask, agencyUid, propertyUid }: Demo): Promise<void> {
  const beds = { name: 'Pine Cabin', bedTypes: { queenBed: 1, sofaBed: 1 } }
  await ask('POST', `/v2/properties?agencyUid=${agencyUid}`, beds)
  await ask('GET', `/v2/properties/${propertyUid}`)
  await ask('PATCH', `/agencies/${agencyUid}/settings`, { v2LeadWrites: true })
  const dates = { checkInDate: '2027-09-05', checkOutDate: '2027-09-09' }
  const person = { ...guest, adultCount: 2, preferredLocale: 'en_US' }
  const wish = { agencyUid, propertyUid, status: 'BOOKED_BY_AGENT', ...dates, ...person }
  const { uid: leadUid } = await ask('POST', '/v2/leads', wish)
  await ask('PUT', '/v2/pincodes', { propertyUid, leadUid, url: 'https://locks.example/4711' })
}

async function queried({ ask, propertyUid }: Demo): Promise<void> {
  const query = `{ property(uid: "${propertyUid}") { uid name } }`
  for (const path of ['/graphql', '/v2/leadsql']) await ask('POST', path, { query })
}

/** A partner gets tokens, renews them, gives them back, and says what version it is on. */
export async function askForTokens(server: TestServer): Promise<void> {
  const { agencyUid } = await makeAgency(server)
  const propertyUid = await makeProperty(server, agencyUid)
  await makeManager(server, agencyUid)
  const partner = await makeOAuthPartner(server)
  const code = await approve(server, partner, [propertyUid])
  const ask = (operation: string, body: object) =>
    server.request('POST', `/api/v3.3/auth/oauth/${operation}`, {
      headers: { authorization: partner.basic },
      body,
    })
  const exchange = { code, redirectUri, scope: 'FULL', grantType: 'REFRESH_TOKEN' }
  const standard = { grant_type: 'authorization_code', redirect_uri: redirectUri }
  await ask('token', { ...standard, code: await approve(server, partner, [propertyUid]) })
  const { body: tokens } = await ask('code-exchange', exchange)
  const { refreshToken } = tokens
  const renewed = await ask('token-refresh', { refreshToken, grantType: 'REFRESH_TOKEN' })
  await ask('revoke', { token: renewed.body.refreshToken })
  const headers = { authorization: partner.basic }
  await server.request('GET', '/api/versions')
  const { body: present } = await server.request('GET', '/api/version', { headers })
  await server.request('PUT', '/api/version', { headers, body: present })
}

/** A day on which somebody leaves, and a job for it. */
async function turnedOver({ ask, agencyUid }: Demo): Promise<void> {
  const newest = 'statusIn=BOOKED&sort=checkOut&sortDirection=DESC&_limit=1'
  const { leads } = await ask('GET', `/leads?agencyUid=${agencyUid}&${newest}`)
  const [{ propertyUid, checkOutLocalDateTime: start }] = leads
  const { services } = await ask('GET', `/services?agencyUid=${agencyUid}`)
  const times = { startLocalDateTime: start, endLocalDateTime: start }
  await ask('POST', '/jobs', { propertyUid, serviceUid: services[0].uid, ...times })
  await ask('GET', `/agencies/${agencyUid}/today?date=${start.slice(0, 10)}`)
}
