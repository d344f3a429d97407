/** Descriptions of the OpenAPI documents, required where a name does not suffice. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  fieldDescriptions,
  legacyOperationDescriptions,
  legacyValueDescriptions,
  valueDescriptions,
} from '../src/rental/descriptions.ts'
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

/** Names that need no description: of people, places and addresses, and of objects of a payload. */
const plainNames =
  /^(.*[nN]ame|.*[eE]mail(Address)?|.*[pP]honeNumber|mobileNumber|.*_uid|.*Url|url)$/
const plain = [
  ...['address', 'address1', 'address2', 'city', 'state', 'zipCode', 'postalCode', 'website'],
  ...['title', 'description', 'age', 'event_type', 'eventType'],
]

/** Components of similar fields, which the component describes together. */
const selfDescribed = [
  ...['AmenityFlags', 'AmenitiesPatch', 'BedCounts', 'BedCountsInput', 'BedTypesInput'],
  'ChannelFlags',
]

/** Enums whose values need no description: names, and codes that are documented elsewhere. */
const plainEnums = [
  ...['AirbnbFeeType', 'AmenityCategory', 'AmenityCode', 'AreaUnit', 'DescriptionLocale'],
  ...['ErrorCode', 'EventCause', 'EventType', 'IcalSource', 'LeadChannel', 'LinkedChannel'],
  ...['PropertyRuleCode', 'PropertyType', 'RatingCategoryCode', 'RoomType', 'SortDirection'],
  ...['TaggedType', 'Weekday'],
]

/** Enums that the description of the schema explains. */
const explained = [
  ...['Backlog', 'DiscountType', 'PayloadFormat', 'PriceChangeType', 'PricingPeriodOperation'],
  'ReplayMode',
]

/** Returns true if a value of an enum has a description or is the name of a channel. */
function isDescribed(value: string, description = ''): boolean {
  const isChannel = channelNames.has(value.replace(/^(DIRECT|IMPORT)_/, ''))
  return isChannel || description.includes(`- \`${value}\`: `)
}

/** Returns true if a field, its items or its component has a description, or if it needs none. */
function isSelfExplanatory(
  key: string,
  field: Schema,
  owner: string,
  schemas: Components['schemas'],
) {
  const alternatives = [field, field.items, ...(field.anyOf ?? [])].filter(
    alternative => alternative !== undefined,
  )
  const refs = alternatives.flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1)!] : []))
  // A UUID does not identify its object.
  const used = refs.filter(name => name !== 'Uid')
  return (
    alternatives.some(({ description }) => description !== undefined) ||
    used.some(name => schemas[name]!.description || isComponentName(key, name)) ||
    (/(Answer|List|Page)$/.test(owner) && used.length > 0) ||
    plainNames.test(key) ||
    plain.includes(key)
  )
}

/** Returns true if a field has the name of its component: `lead` or `leads` of `Lead`. */
function isComponentName(key: string, component: string): boolean {
  const spellings = [component, `${component}s`, component.replace(/y$/, 'ies')]
  return spellings.some(spelling => spelling.toLowerCase() === key.toLowerCase())
}

const channels = ['LeadChannel', 'LinkedChannel', 'IcalSource'].flatMap(
  name => documents[0]![1].schemas[name]!.enum,
)
const channelNames = new Set([...channels, 'BOOKINGCOM', 'HOMETOGO', 'REDAWNING'])
channelNames.delete('OTHER')

for (const [label, { schemas, parameters }] of documents) {
  describe(`the document of ${label}`, () => {
    it('describes every field whose name does not suffice', () => {
      const undescribed = Object.entries(schemas).flatMap(
        ([name, { description, properties = {} }]) => {
          if (description !== undefined && selfDescribed.includes(name)) return []
          const fields = Object.entries(properties)
          const unclear = fields.filter(
            ([key, field]) => !isSelfExplanatory(key, field, name, schemas),
          )
          return unclear.map(([key]) => `${name}.${key}`)
        },
      )
      assert.equal(undescribed.join('\n'), '')
    })

    it('describes every value of an enum that does not describe itself', () => {
      const enums = Object.entries(schemas).filter(
        ([name]) => !plainEnums.includes(name) && !explained.includes(name),
      )
      const undescribed = enums.flatMap(([name, { enum: values = [], description }]) => {
        const untold = values.filter(
          value => value !== null && !isDescribed(String(value), description),
        )
        return untold.map(value => `${name}.${value}`)
      })
      assert.equal(undescribed.join('\n'), '')
    })

    it('describes every parameter whose name does not suffice', () => {
      const undescribed = Object.entries(parameters).filter(([, { name, description, schema }]) => {
        return description === undefined && !isSelfExplanatory(name, schema, '', schemas)
      })
      assert.equal(undescribed.map(([name]) => name).join('\n'), '')
    })
  })
}

describe('the lists of descriptions', () => {
  it('have no operation that no document has', () => {
    const ids = readFileSync(join(contracts, 'operations.txt'), 'utf8').matchAll(/^\w+/gm)
    const knownIds = new Set([...ids].map(([id]) => id))
    const idle = Object.keys(legacyOperationDescriptions).filter(id => !knownIds.has(id))
    assert.deepEqual(idle, [])
  })

  it('have no value that no document has', () => {
    const documented = documents.flatMap(([, { schemas }]) =>
      Object.entries(schemas).flatMap(([name, { enum: values = [] }]) =>
        values.map(value => `${name}.${value}`),
      ),
    )
    const names = [valueDescriptions, legacyValueDescriptions].flatMap(Object.entries)
    const all = names.flatMap(([name, values]) => Object.keys(values).map(key => `${name}.${key}`))
    assert.deepEqual(
      all.filter(value => !documented.includes(value)),
      [],
    )
  })

  it('have no name that no document has', () => {
    const used = new Set(
      documents.flatMap(([, { schemas, parameters }]) => [
        ...Object.entries(schemas).flatMap(([name, { properties = {} }]) => [
          name,
          ...Object.keys(properties),
        ]),
        ...Object.values(parameters).map(({ name }) => name),
      ]),
    )
    const names = Object.keys(fieldDescriptions).map(word => word.replace(/^(Query|Path)\./, ''))
    const idle = names.filter(word => !word.split('.').every(p => used.has(p)))
    assert.deepEqual(idle, [])
  })
})
