/**
 * Books a stay by a client that `openapi-typescript` made: prices it, creates the lead, and asks to
 * be told of its events. Arguments: the address of the server, a key, a property, its agency.
 */

import { argv } from 'node:process'
import createClient from 'openapi-fetch'
import type { paths } from './.cache/schema.ts'

const [baseUrl, key, propertyUid, agencyUid] = argv.slice(2) as string[]
const client = createClient<paths>({ baseUrl, headers: { 'X-HOSTFULLY-APIKEY': key } })

const stay = {
  propertyUid: propertyUid!,
  checkInDate: '2026-07-04',
  checkOutDate: '2026-07-08',
  guests: 2,
}
const priced = await client.POST('/api/v3.3/quotes', { body: stay })
if (priced.error) throw new Error(priced.error.apiErrorMessage)

const created = await client.POST('/api/v3.3/leads', {
  body: {
    agencyUid: agencyUid!,
    propertyUid: propertyUid!,
    status: 'BOOKED',
    checkInLocalDate: stay.checkInDate,
    checkOutLocalDate: stay.checkOutDate,
    guestInformation: { firstName: 'Ada', adultCount: 2 },
  },
})
if (created.error) throw new Error(created.error.apiErrorMessage)

const registered = await client.POST('/api/v3.3/webhooks', {
  body: {
    agencyUid: agencyUid!,
    objectUid: propertyUid!,
    eventType: 'NEW_BOOKING',
    callbackUrl: 'https://receiver.example/booked',
  },
})
if (registered.error) throw new Error(registered.error.apiErrorMessage)

const { lead } = created.data
const { webhook } = registered.data
console.log(
  JSON.stringify({
    currency: priced.data.quote.currency,
    lead: lead.status,
    webhook: webhook.eventType,
  }),
)
