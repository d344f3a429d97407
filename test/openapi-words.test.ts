/** That the OpenAPI documents say what their names do not. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  glossary,
  legacyOperationWords,
  legacyValueWords,
  valueWords,
} from '../src/rental/glossary.ts'
import { referenceDocuments } from '../src/rental/reference.ts'
import { pinnedDocuments } from './generate/pinned-documents.ts'

interface Schema {
  $ref?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  items?: Schema
}

interface Components {
  schemas: Record<string, Schema>
  parameters: Record<string, { name: string; description?: string; schema: Schema }>
}

const contracts = join(import.meta.dirname, '../contracts')

const pinned = pinnedDocuments()
const documents = referenceDocuments.map(({ label }) => {
  const { components } = pinned.get(label) as { components: Components }
  return [label, components] as const
})

/** Names that say all: of people, places and addresses, and what a payload is about. */
const plainNames =
  /^(.*[nN]ame|.*[eE]mail(Address)?|.*[pP]honeNumber|mobileNumber|.*_uid|.*Url|url)$/
const plain = [
  ...['address', 'address1', 'address2', 'city', 'state', 'zipCode', 'postalCode', 'website'],
  ...['title', 'description', 'age', 'event_type', 'eventType'],
]

/** Components that are a set of like things, which they describe as a whole. */
const wholes = [
  ...['AmenityFlags', 'AmenitiesPatch', 'BedCounts', 'BedCountsInput', 'BedTypesInput'],
  'ChannelFlags',
]

/** Enums whose values say what they mean: names of things, and codes that are told elsewhere. */
const plainEnums = [
  ...['AirbnbFeeType', 'AmenityCategory', 'AmenityCode', 'AreaUnit', 'DescriptionLocale'],
  ...['ErrorCode', 'EventCause', 'EventType', 'IcalSource', 'LeadChannel', 'LinkedChannel'],
  ...['PropertyRuleCode', 'PropertyType', 'RatingCategoryCode', 'RoomType', 'SortDirection'],
  ...['TaggedType', 'Weekday'],
]

/** Enums that the words of the whole explain. */
const explained = [
  ...['Backlog', 'DiscountType', 'PayloadFormat', 'PriceChangeType', 'PricingPeriodOperation'],
  'ReplayMode',
]

/** Whether a value of an enum has words of its own, or is the name of a channel. */
function isTold(value: string, description = ''): boolean {
  const isChannel = channelNames.has(value.replace(/^(DIRECT|IMPORT)_/, ''))
  return isChannel || description.includes(`- \`${value}\`: `)
}

/** Whether a field has words of its own, of its component, or none but an envelope's name. */
function isClear(key: string, field: Schema, owner: string, schemas: Components['schemas']) {
  const parts = [field, field.items, ...(field.anyOf ?? [])].filter(part => part !== undefined)
  const refs = parts.flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)!] : []))
  // That it is a UUID does not say whose.
  const used = refs.filter(name => name !== 'Uid')
  return (
    parts.some(({ description }) => description !== undefined) ||
    used.some(name => schemas[name]!.description || isSpelt(key, name)) ||
    (/(Answer|List|Page)$/.test(owner) && used.length > 0) ||
    plainNames.test(key) ||
    plain.includes(key)
  )
}

/** `lead` and `leads` of the component `Lead`. */
function isSpelt(key: string, component: string): boolean {
  const words = [component, `${component}s`, component.replace(/y$/, 'ies')]
  return words.some(word => word.toLowerCase() === key.toLowerCase())
}

const channels = ['LeadChannel', 'LinkedChannel', 'IcalSource'].flatMap(
  name => documents[0]![1].schemas[name]!.enum,
)
const channelNames = new Set([...channels, 'BOOKINGCOM', 'HOMETOGO', 'REDAWNING'])
channelNames.delete('OTHER')

for (const [label, { schemas, parameters }] of documents) {
  describe(`the document of ${label}`, () => {
    it('says what every field means whose name does not', () => {
      const silent = Object.entries(schemas).flatMap(([name, { description, properties = {} }]) => {
        if (description !== undefined && wholes.includes(name)) return []
        const fields = Object.entries(properties)
        const unclear = fields.filter(([key, field]) => !isClear(key, field, name, schemas))
        return unclear.map(([key]) => `${name}.${key}`)
      })
      assert.equal(silent.join('\n'), '')
    })

    it('says what every value of an enum means that does not say it', () => {
      const others = Object.entries(schemas).filter(
        ([name]) => !plainEnums.includes(name) && !explained.includes(name),
      )
      const silent = others.flatMap(([name, { enum: values = [], description }]) => {
        const untold = values.filter(value => value !== null && !isTold(String(value), description))
        return untold.map(value => `${name}.${value}`)
      })
      assert.equal(silent.join('\n'), '')
    })

    it('says what every parameter means whose name does not', () => {
      const silent = Object.entries(parameters).filter(([, { name, description, schema }]) => {
        return description === undefined && !isClear(name, schema, '', schemas)
      })
      assert.equal(silent.map(([name]) => name).join('\n'), '')
    })
  })
}

describe('the glossary', () => {
  it('has no operation that no document has', () => {
    const ids = readFileSync(join(contracts, 'operations.txt'), 'utf8').matchAll(/^\w+/gm)
    const known = new Set([...ids].map(([id]) => id))
    const idle = Object.keys(legacyOperationWords).filter(id => !known.has(id))
    assert.deepEqual(idle, [])
  })

  it('has no value that no document has', () => {
    const told = documents.flatMap(([, { schemas }]) =>
      Object.entries(schemas).flatMap(([name, { enum: values = [] }]) =>
        values.map(value => `${name}.${value}`),
      ),
    )
    const words = [valueWords, legacyValueWords].flatMap(Object.entries)
    const all = words.flatMap(([name, values]) => Object.keys(values).map(key => `${name}.${key}`))
    assert.deepEqual(
      all.filter(value => !told.includes(value)),
      [],
    )
  })

  it('has no word that no document has', () => {
    const used = new Set(
      documents.flatMap(([, { schemas, parameters }]) => [
        ...Object.entries(schemas).flatMap(([name, { properties = {} }]) => [
          name,
          ...Object.keys(properties),
        ]),
        ...Object.values(parameters).map(({ name }) => name),
      ]),
    )
    const words = Object.keys(glossary).map(word => word.replace(/^(Query|Path)\./, ''))
    const idle = words.filter(word => !word.split('.').every(p => used.has(p)))
    assert.deepEqual(idle, [])
  })
})
