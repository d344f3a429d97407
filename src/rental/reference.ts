/**
 * Contents of the OpenAPI documents that no route declares: kinds of callers, and groups of tags.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reference } from '../platform/openapi/document.ts'
import type { ReferenceDocument } from '../platform/openapi/reference/reference-page.ts'
import type { Version } from '../platform/rest/version.ts'
import {
  fieldDescriptions,
  legacyFieldDescriptions,
  legacyValueDescriptions,
  valueDescriptions,
} from './descriptions.ts'
import { webhooksAt } from './events/events/webhook-request-shape.ts'
import { legacyVersion, newestVersion, versions } from './versions.ts'

/** Introduction of the newest version's document, in Markdown. */
const introductionFile = join(import.meta.dirname, '../../docs/introduction.md')
const examplesFile = join(import.meta.dirname, '../../contracts/examples.json')

/** Description of `/v2/leadsql`, the lead query. */
export const leadQueryDescription =
  'Runs a lead query: a GraphQL query over leads and their related records. It has no filter by ' +
  'date: for a period use `leads(stayFrom: …, stayTo: …)` of `POST /api/v3.3/graphql`, or ' +
  '`GET /api/v3.3/leads` with `stayFrom` and `stayTo`. Leads with one of the statuses ' +
  'BOOKED_BY_AGENT, BOOKED_BY_CUSTOMER, BOOKED_EXTERNALLY, STAY and ARCHIVED are BOOKED in v3.'

/** Names of the kinds of callers. */
export const callerNames = {
  agency: 'agencies',
  partner: 'partners',
  client: 'partners that authenticate with client id and secret',
}

/** Tags by district, each with its description. */
const tagGroups: Reference['tagGroups'] = {
  Access: {
    Agencies: 'Agencies and their settings. Every object belongs to an agency.',
    Employees: 'Employees of an agency.',
    Search: 'Full-text search over properties, leads, guests and more.',
    Session: 'Console sessions of employees.',
    'API keys': 'API keys for programs of an agency. For administrators only.',
    Versions: 'API versions, and the version that a partner uses.',
    Partners:
      'OAuth 2.0 tokens of partners, and the access that agencies have granted them. To ' +
      'become a partner, ask the operator of the server to run `lodgepole partner create ' +
      '--name … --redirect-uri …`, which prints a client id and a secret.',
  },
  Events: {
    Events: 'Event log: read, long-poll or stream everything that changes.',
    Webhooks:
      'Subscriptions to events, their deliveries and replays. Events are delivered at least ' +
      'once, in order for each lead or property.',
    Notices: 'Problems that need attention: failing webhooks, calendars and emails.',
  },
  Properties: {
    Properties: 'Rental properties: standalone, multi-unit, or a unit type.',
    'Multi-units': 'Multi-unit properties such as hotels, their unit types and units.',
    Rooms: 'Rooms of a property and the beds in them.',
    'Bed types': 'Number of beds of a property, by type.',
    Photos: 'Photos of a property or hotel.',
    Amenities: 'Amenities from the standard list.',
    'Custom amenities': 'Amenities defined by the agency.',
    'Property rules': 'House rules for guests.',
    'Property descriptions': 'Descriptions of a property, by language.',
    'Property channel links': 'Links between a property and its listings on channels.',
    'Direct booking': 'Booking pages for guests, without a channel.',
    Owners: 'Owners of properties, with credits and charges.',
  },
  Prices: {
    Pricing: 'Prices and stay rules of dates, and pricing rules.',
    Fees: 'Fees and taxes of a property.',
    'Promo codes': 'Discount codes for guests.',
    Calendar: 'Availability, prices and stay rules by date.',
    Quotes: 'Prices of stays.',
  },
  Leads: {
    Leads: 'Inquiries, booking requests, bookings and blocks, and their actions.',
    Guests: 'Guests, and the extra guests of a lead.',
    Orders: 'Prices, charges and payments of leads.',
    'Order adjustments': 'Charges and refunds in addition to the price of a stay.',
    'Order services': 'Services sold with a stay.',
    Transactions: 'Payments.',
    GraphQL: 'Leads and properties with selected fields, in one request.',
  },
  Inbox: {
    Threads: 'Conversations with guests.',
    Messages: 'Messages of conversations.',
  },
  Operations: {
    Jobs: 'Cleaning and other work at a property.',
    Services: 'Services for guests or hosts, and the providers of the services.',
    'Pin codes': 'Access codes of door locks.',
    Reviews: 'Reviews of stays by guests.',
    Tags: 'Tags of properties, hotels and leads.',
    'Custom data': 'Custom fields defined by an agency.',
    iCals: 'Calendars of external systems, imported and exported.',
  },
}

/** All documents, newest version first. */
export const referenceDocuments: readonly ReferenceDocument[] = [
  ...versions.toReversed().map(version => toDocument(`v${version}`, `/api/v${version}`)),
  toDocument('v2', '/v2'),
  toDocument('unversioned', '/api'),
]

function toDocument(label: string, prefix: string): ReferenceDocument {
  return { label, title: `Lodgepole ${label}`, url: `${prefix}/openapi.json` }
}

/** Returns the contents of the document of a version. @param publicUrl public URL of the server */
export function referenceAt(version: Version, publicUrl: string): Reference {
  const isLegacy = version === legacyVersion
  const label = isLegacy ? 'v2' : `v${version}`
  return {
    info: { title: `Lodgepole ${label}`, version: label, description: readIntroduction(version) },
    serverUrl: publicUrl,
    glossary: isLegacy ? legacyFieldDescriptions : fieldDescriptions,
    values: isLegacy ? legacyValueDescriptions : valueDescriptions,
    tagGroups,
    webhooks: webhooksAt(version),
    hasClients: !isLegacy,
    examples: () => readExamples(isLegacy ? 'v2' : 'v3'),
  }
}

function readIntroduction(version: Version): string {
  if (version === newestVersion) return readFileSync(introductionFile, 'utf8').trimEnd()
  return version === legacyVersion
    ? 'Deprecated legacy REST API, and the lead query, which is not deprecated.'
    : `API of Lodgepole, version ${version}. For an introduction see version ${newestVersion}.`
}

/** Returns the contents of the document of the paths below `/api` without a version. */
export function unversionedReference(publicUrl: string): Reference {
  const description = 'Unversioned endpoints: list of API versions, and OAuth.'
  return {
    ...referenceAt(newestVersion, publicUrl),
    info: { title: 'Lodgepole unversioned', version: `v${newestVersion}`, description },
    webhooks: {},
  }
}

/** Reads the examples, which `npm run generate` records from responses of the server. */
async function readExamples(api: 'v2' | 'v3'): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(examplesFile, 'utf8'))[api]
}
