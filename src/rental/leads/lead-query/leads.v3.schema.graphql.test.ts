import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  buildClientSchema,
  buildSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
  printType,
} from 'graphql'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

/** Schema of contract/leadsql.md §9, with the property types of contract/properties.md §10. */
const contract = `
type Query {
  lead(uid: String!): Lead
  leads(propertyUid: String, agencyUid: String, leadUids: [String!], checkInFrom: String, checkInTo: String,
        checkOutFrom: String, checkOutTo: String, updatedSince: String, stayFrom: String, stayTo: String,
        statusIn: [LeadStatus!], typeIn: [LeadType!], channelIn: [String!], _limit: Int, _cursor: String, limit: Int,
        query: String, assigneeUid: String, tags: [String!], balance: String, dueOn: String, sort: String, sortDirection: String): [Lead!]!
}
type Lead {
  uid: String!  type: LeadType!  status: LeadStatus!  source: LeadSource!  channel: String
  agencyUid: String!  propertyUid: String  unitUid: String  hotelUid: String  groupUid: String
  checkInZonedDateTime: String!  checkOutZonedDateTime: String!  checkInLocalDateTime: String!  checkOutLocalDateTime: String!
  bookedUtcDateTime: String  externalBookingId: String  notes: String  extraNotes: String  referrer: String
  assignee: LeadAssignee!  rentalAgreementUrl: String  agreementSigned: Boolean!  hasCompletedPreArrivalForm: Boolean!
  holdExpiresUtcDateTime: String  closeReason: String  declineReason: String  cancellation: LeadCancellation
  guestInformation: GuestInformation!  metadata: LeadMetadata!  property: Property
  order: LeadOrder  tags: [String!]!  unit: LeadUnit  thread: LeadThread  jobs: [LeadJob!]!
}
type LeadOrder { uid: String!  totalAmount: BigDecimal!  paidAmount: BigDecimal!  balanceAmount: BigDecimal!  currency: String! }
type LeadUnit { uid: String!  name: String!  isActive: Boolean! }
type LeadThread { uid: String!  isUnread: Boolean! }
type LeadJob { uid: String!  status: String!  startLocalDateTime: String!  endLocalDateTime: String!  serviceUid: String!  serviceProviderUid: String  unitUid: String }
scalar BigDecimal
type LeadAssignee { uid: String  type: String! }
type LeadCancellation { cancelledBy: String!  reason: String  cancelledUtcDateTime: String! }
type LeadMetadata { createdUtcDateTime: String!  updatedUtcDateTime: String!  creationCircumstances: String }
type GuestInformation {
  firstName: String  lastName: String  email: String  secondaryEmail: String  phoneNumber: String  cellPhoneNumber: String
  address1: String  address2: String  zipCode: String  city: String  state: String  countryCode: String  passportId: String
  passportCountryCode: String  adultCount: Int  childrenCount: Int  petCount: Int  infantCount: Int  riskScore: Int
  flightNumber: String  reasonForTrip: String  willHaveParty: Boolean  willHaveVisit: Boolean  preferredCurrency: String
  preferredLocale: String  arrivalLocalDateTime: String  departureLocalDateTime: String
}
enum LeadType { BLOCK INQUIRY BOOKING_REQUEST BOOKING }
enum LeadStatus { NEW CANCELLED IGNORED PENDING BOOKED SAMPLE DUPLICATE CLOSED DECLINED PENDING_APPROVED BLOCKED ON_HOLD }
enum LeadSource { HOSTFULLY_UI HOSTFULLY_DBS HOSTFULLY_API HOSTFULLY_LINKED HOSTFULLY_OWNER_PORTAL HOSTFULLY_ICAL DIRECT_HOMETOGO
  DIRECT_BOOKINGDOTCOM DIRECT_AIRBNB DIRECT_VRBO DIRECT_HVMI DIRECT_REDAWNING DIRECT_GOOGLE }
type Property { uid: String! }
`

const youngArguments = new Set([
  ...['query', 'assigneeUid', 'tags', 'balance', 'dueOn', 'sort', 'sortDirection'],
])

/** Fields that v3.0 does not have: contract/leads.md §1, §2.2. */
const since: Record<string, string[]> = {
  '3.1': ['  unitUid: String\n'],
  '3.2': ['  PENDING_APPROVED\n'],
  '3.3': [
    '  order: LeadOrder\n',
    '  tags: [String!]!\n',
    '  unit: LeadUnit\n',
    '  thread: LeadThread\n',
    '  jobs: [LeadJob!]!\n',
    '  hotelUid: String\n',
    '  groupUid: String\n',
    '  rentalAgreementUrl: String\n',
    '  agreementSigned: Boolean!\n',
    '  hasCompletedPreArrivalForm: Boolean!\n',
    '  holdExpiresUtcDateTime: String\n',
    '  closeReason: String\n',
    '  declineReason: String\n',
    '  cancellation: LeadCancellation\n',
  ],
}

const versions = ['3.0', '3.1', '3.2', '3.3']
const types = [
  'Lead',
  'LeadAssignee',
  'LeadMetadata',
  'GuestInformation',
  'LeadType',
  'LeadStatus',
  'LeadSource',
]

const server = await startServer()
const { key } = await makeAgency(server)

async function fetchSchema(version: string): Promise<GraphQLSchema> {
  const body = { query: getIntrospectionQuery({ descriptions: false }) }
  const response = await server.request('POST', `/api/v${version}/graphql`, { key, body })
  assert.equal(response.body.errors, undefined)
  return lexicographicSortSchema(buildClientSchema(response.body.data))
}

const print = (schema: GraphQLSchema, type: string) => `${printType(schema.getType(type)!)}\n`

/** Returns a type of the contract as of an API version. */
function expectedType(type: string, version: string): string {
  const younger = versions.filter(other => other > version).flatMap(other => since[other] ?? [])
  const newest = print(lexicographicSortSchema(buildSchema(contract)), type)
  return younger.reduce((text, line) => text.replace(line, ''), newest)
}

describe('POST /api/v3.x/graphql, the schema', () => {
  for (const version of versions) {
    it(`v${version} has the types of leads without later fields`, async () => {
      const schema = await fetchSchema(version)
      for (const type of types) assert.equal(print(schema, type), expectedType(type, version))
      assert.equal(schema.getMutationType() ?? null, null)
      assert.equal(schema.getSubscriptionType() ?? null, null)
    })

    it(`v${version} has the root fields lead and leads with their arguments`, async () => {
      const fields = (await fetchSchema(version)).getQueryType()!.getFields()
      const expected = buildSchema(contract).getQueryType()!.getFields()
      for (const name of ['lead', 'leads']) {
        const toArguments = ({ args }: (typeof fields)[string]) => {
          const available = args.filter(
            ({ name }) => version === '3.3' || !youngArguments.has(name),
          )
          return Object.fromEntries(available.map(({ name, type }) => [name, String(type)]))
        }
        assert.ok(
          version === '3.3' || fields[name]!.args.every(arg => !youngArguments.has(arg.name)),
        )
        assert.deepEqual(toArguments(fields[name]!), toArguments(expected[name]!))
        assert.equal(String(fields[name]!.type), String(expected[name]!.type))
      }
      for (const name of ['order', 'orders', 'owners']) assert.equal(name in fields, false)
    })
  }

  it('v3.3 has the type of cancellations', async () => {
    const schema = await fetchSchema('3.3')
    const expected = expectedType('LeadCancellation', '3.3')
    assert.equal(print(schema, 'LeadCancellation'), expected)
    assert.doesNotMatch(printSchema(await fetchSchema('3.2')), /LeadCancellation/)
  })

  for (const [version, field] of [
    ['3.0', 'unitUid'],
    ['3.2', 'closeReason'],
    ['3.2', 'declineReason'],
    ['3.2', 'cancellation { reason }'],
  ] as const) {
    it(`v${version} rejects ${field} as unknown`, async () => {
      const body = `{ lead(uid: "x") { ${field} } }`
      const response = await server.request('POST', `/api/v${version}/graphql`, { key, body })
      assert.equal(response.status, 200)
      assert.equal(response.body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
    })
  }

  it('v3.1 rejects PENDING_APPROVED as unknown', async () => {
    const body = '{ leads(leadUids: [], statusIn: [PENDING_APPROVED]) { uid } }'
    const response = await server.request('POST', '/api/v3.1/graphql', { key, body })
    assert.equal(response.body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
  })
})
