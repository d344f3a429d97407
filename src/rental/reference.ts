/** What the OpenAPI documents say that no route does: who may call, and how nouns are grouped. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reference } from '../platform/openapi/document.ts'
import type { ReferenceDocument } from '../platform/openapi/reference/reference-page.ts'
import type { Version } from '../platform/rest/version.ts'
import { webhooksAt } from './events/events/webhook-request-shape.ts'
import { glossary, legacyGlossary, legacyValueWords, valueWords } from './glossary.ts'
import { legacyVersion, newestVersion, versions } from './versions.ts'

const examplesFile = join(import.meta.dirname, '../../contracts/examples.json')

/** Who the kinds of callers are. */
export const callerWords = {
  agency: 'agencies',
  partner: 'partners',
  client: 'partners as themselves, by client id and secret',
}

/** Tags by district, each with what it is about. */
const tagGroups: Reference['tagGroups'] = {
  Access: {
    Agencies: 'The agency that everything belongs to, and its settings.',
    Employees: 'People who work for an agency.',
    Search: 'Properties, leads, guests and more by a few words.',
    Session: 'Who is signed in to the console, and where else.',
    'API keys': 'By what programs of the agency sign in; for its administrators.',
    Versions: 'Which versions there are, and which one a partner is on.',
    Partners:
      'How a partner gets the tokens by which an agency lets it in (OAuth 2.0), and what it has.',
  },
  Events: {
    Events: 'The log of everything that happened, to read, wait for or follow.',
    Webhooks:
      'Who is told of events, what was delivered, and delivering it again. Events are sent at ' +
      'least once, in order for each lead or property.',
    Notices: 'What needs a look: webhooks, calendars and mails that fail.',
  },
  Properties: {
    Properties: 'What is rented out: standalone, multi-unit, or a unit type.',
    'Multi-units': 'Multi-unit properties (hotels), their unit types and units.',
    Rooms: 'Rooms of a property and the beds in them.',
    'Bed types': 'The beds of a property, counted.',
    Photos: 'Photos of a property or hotel.',
    Amenities: 'Amenities of a known list.',
    'Custom amenities': 'Amenities in words of the agency.',
    'Property rules': 'What guests may and may not do.',
    'Property descriptions': 'Texts about a property, by language.',
    'Property channel links': 'Where a property is listed on a channel.',
    'Direct booking': 'Pages on which guests book without a channel.',
    Owners: 'Who owns properties, and what they are paid or charged.',
  },
  Prices: {
    Pricing: 'Prices and stay rules of single dates, and rules that change them.',
    Fees: 'Fees and taxes of a property.',
    'Promo codes': 'Discounts that guests know a code for.',
    Calendar: 'What is free, at which price, and under which rules.',
    Quotes: 'What a stay costs.',
  },
  Leads: {
    Leads: 'Inquiries, booking requests, bookings and blocks, and what is done with them.',
    Guests: 'Who stays, over all leads, and the extra guests of a lead.',
    Orders: 'What a lead costs, and what of it is paid.',
    'Order adjustments': 'Charges and refunds beside the price of a stay.',
    'Order services': 'Services that are sold with a stay.',
    Transactions: 'Payments.',
    GraphQL: 'Leads and properties in the shape that is asked for, in one request.',
  },
  Inbox: {
    Threads: 'Conversations with guests.',
    Messages: 'What is written in them.',
  },
  Around: {
    Jobs: 'Cleaning and other work at a property.',
    Services: 'What is done for guests or the house, and who does it.',
    'Pin codes': 'Codes of door locks.',
    Reviews: 'What guests say of a stay.',
    Tags: 'Labels of properties, hotels and leads.',
    'Custom data': "Fields of an agency's own.",
    iCals: 'Calendars of other systems, imported and exported.',
  },
}

/** All documents, the newest first. */
export const referenceDocuments: readonly ReferenceDocument[] = [
  ...versions.toReversed().map(version => documentOf(`v${version}`, `/api/v${version}`)),
  documentOf('v2', '/v2'),
  documentOf('unversioned', '/api'),
]

function documentOf(label: string, prefix: string): ReferenceDocument {
  return { label, title: `Lodgepole ${label}`, url: `${prefix}/openapi.json` }
}

/** @param publicUrl where the server is reached */
export function referenceAt(version: Version, publicUrl: string): Reference {
  const isLegacy = version === legacyVersion
  const label = isLegacy ? 'v2' : `v${version}`
  const description = isLegacy
    ? 'Legacy REST, deprecated, and the lead query, which is not.'
    : 'The partner interface of Lodgepole.'
  return {
    info: { title: `Lodgepole ${label}`, version: label, description },
    serverUrl: publicUrl,
    glossary: isLegacy ? legacyGlossary : glossary,
    values: isLegacy ? legacyValueWords : valueWords,
    tagGroups,
    webhooks: webhooksAt(version),
    hasClients: !isLegacy,
    examples: () => readExamples(isLegacy ? 'v2' : 'v3'),
  }
}

/** Of what stands below `/api` without a version. */
export function unversionedReference(publicUrl: string): Reference {
  const description = 'What has no version: the list of versions, and what partners do for tokens.'
  return {
    ...referenceAt(newestVersion, publicUrl),
    info: { title: 'Lodgepole unversioned', version: `v${newestVersion}`, description },
    webhooks: {},
  }
}

/** Values that the server itself has given: `npm run generate` takes them. */
async function readExamples(kind: 'v2' | 'v3'): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(examplesFile, 'utf8'))[kind]
}
