import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

/** Schema of contract/leadsql.md §2. */
const contract = `
schema { query: leadQuery }

type leadQuery {
  leads(
    agencyUid: String
    propertyUid: String
    propertyUids: [String]
    isActiveOrHasActiveSubUnits: Boolean
    _limit: Int
    _cursor: String
  ): [LeadGraphQLTO]
}

scalar BigDecimal

type LeadGraphQLTO {
  leadType: LeadType
  uid: String
  propertyUid: String
  checkInDateTimeString: String
  checkOutDateTimeString: String
  status: LeadStatus
  source: LeadSource
  bookedDateTimeString: String
  externalBookingID: String
  firstName: String
  lastName: String
  adultCount: Int
  petCount: Int
  childrenCount: Int
  infantCount: Int
  riskScore: Int
  notes: String
  email: String
  phoneNumber: String
  flightNumber: String
  reasonForTrip: String
  preferredCurrency: String
  preferredLocale: String
  city: String
  countdown: [CountDownGraphQLTO]
  order: [OrderGraphQLTO]
  state: String
  hasCompletedPreArrivalForm: Boolean
  agreementSigned: Boolean
  assignee: [AssigneeGraphQLTO]
  property: [PropertyGraphQLTO]
}

type CountDownGraphQLTO {
  countingDown: Boolean
  nextStatus: LeadStatus
  countdownPercentage: Int
  overdue: Boolean
  startDateTimeString: String
  endDateTimeString: String
}

type OrderGraphQLTO {
  uid: String
  creationDateTimeString: String
  securityDeposit: BigDecimal
  rateMultiplier: BigDecimal
  force100PercentPaymentAtReservation: Boolean
  currency: Currency
  fees: [FeesGraghQLTO]
  totalGrossOrderValue: BigDecimal
  rent: [RentGraphQLTO]
  channelCommission: BigDecimal
}

type FeesGraghQLTO {
  fees: [FeeGraphQLTO]
  allFeesGrossAmount: BigDecimal
  cleaningFee: [FeeGraphQLTO]
}

type FeeGraphQLTO {
  name: String
  grossAmount: BigDecimal
  netAmount: BigDecimal
  taxAmount: BigDecimal
}

type RentGraphQLTO {
  extraGuestsNetPrice: BigDecimal
  rentNetPrice: BigDecimal
  taxAmount: BigDecimal
  grossPrice: BigDecimal
}

type AssigneeGraphQLTO {
  uid: String
  firstName: String
  lastName: String
  bestProfile: String
  email: String
  type: String
}

type PropertyGraphQLTO {
  name: String
  uid: String
  pictureLink: String
}

enum LeadType { BLOCK INQUIRY BOOKING }

enum LeadStatus {
  BLOCKED
  NEW ON_HOLD QUOTE_SENT HOLD_EXPIRED CLOSED_QUOTE CLOSED_HOLD PENDING DECLINED IGNORED DUPLICATE SAMPLE
  BOOKED_BY_AGENT BOOKED_BY_CUSTOMER BOOKED_EXTERNALLY STAY ARCHIVED
  CANCELLED CANCELLED_BY_TRAVELER CANCELLED_BY_OWNER
  PAID_IN_FULL @deprecated(reason: "read as booked; never sent")
  BOOKED_BY_OWNER @deprecated(reason: "never sent")
}

enum LeadSource {
  ORBIRENTAL_FORM ORBIRENTAL_WIDGET ORBIRENTAL_API ORBIRENTAL_LINKED OWNER_PORTAL
  IMPORT_AIRBNB IMPORT_HOMEAWAY IMPORT_VRBO IMPORT_BOOKINGCOM IMPORT_ABRITEL IMPORT_TRIPADVISOR IMPORT_OTHER_PROVIDER
  AIRBNB_BLOCK_IMPORT
  DIRECT_HOMETOGO DIRECT_BOOKINGDOTCOM DIRECT_AIRBNB DIRECT_EXPEDIA DIRECT_HOLIDU DIRECT_HOMEAWAY DIRECT_HVMI
  DIRECT_REDAWNING DIRECT_GOOGLE
}

enum Currency {
  NONE
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
  CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
  GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
  KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
  NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
  SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF
  XCD XCG XOF XPF YER ZAR ZMW ZWG
}
`

const server = await startServer()
const { key } = await makeAgency(server)

describe('POST /v2/leadsql, introspection', () => {
  it('200: returns the schema of the contract: types, arguments, enums, deprecations', async () => {
    const query = getIntrospectionQuery({ descriptions: false })
    const { status, body } = await leadQuery(server, key, { query })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['data'])
    const printed = printSchema(lexicographicSortSchema(buildClientSchema(body.data)))
    assert.equal(printed, printSchema(lexicographicSortSchema(buildSchema(contract))))
  })

  it('200: accepts the full introspection query of common clients', async () => {
    const query = getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    })
    const { body } = await leadQuery(server, key, { query })
    assert.equal(body.errors, undefined)
    assert.equal(body.data.__schema.queryType.name, 'leadQuery')
    assert.equal(body.data.__schema.mutationType, null)
  })
})
