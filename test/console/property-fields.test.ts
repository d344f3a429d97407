/** Fields of the editor of a property, compared with the contract and the schemas of bodies. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { FormOperation } from '../../src/console/api/operations.ts'
import { schemas } from '../../src/console/api/schemas/api-schemas.ts'
import {
  bookingPageFields,
  discountFields,
  ownershipFields,
  textFields,
} from '../../src/console/properties/content/object-fields.ts'
import { fieldGroups, headFields, sectionNames } from '../../src/console/properties/sections.ts'

const { fields: schema } = schemas['PATCH /properties/{uid}']

/** Lists the names of the writable fields in the tables of the contract. */
function listContractFields(): string[] {
  const text = readFileSync('docs/contract/properties.md', 'utf8')
  const rows = [...text.matchAll(/^\| ([^|]+) \|[^|]+\|[^|]+\|[^|]+\| W \|/gm)]
  const blocks = [
    ...text.matchAll(/^\| ((?:\w+Data)(?: \/ \w+Data)?) \| ([^|]+) \| \[public\] \|$/gm),
  ]
  const split = (names: string) => names.replace(/\([^)]*\)/g, '').split(/[,/]/)
  const names = [
    ...rows.flatMap(([, names = '']) => (names.includes('Data') ? [] : split(names))),
    ...blocks.flatMap(([, , keys = '']) => split(keys)),
  ]
  return names.map(name => name.trim())
}

describe('the fields in the editor of a property', () => {
  it('are all of the request schema, each in one section', () => {
    const shown = [...sectionNames.flatMap(name => Object.values(fieldGroups[name]).flat())]
    const all = [...(shown as string[]), ...headFields]
    assert.deepEqual(all.toSorted(), Object.keys(schema).toSorted())
  })

  it('are all that the contract lets a client write', () => {
    const names = listContractFields()
    assert.ok(names.length > 80, `${names.length} fields are found`)
    const known = Object.keys(schema)
    // The contract shortens a long name by an ellipsis.
    const isKnown = (name: string) =>
      known.some(
        field => field === name || field.split('.').at(-1)!.startsWith(name.replace('…', '')),
      )
    assert.deepEqual(
      names.filter(name => !isKnown(name)),
      [],
    )
  })

  it('include those of its texts, discounts, owner and booking page', () => {
    const forms: [operation: FormOperation, fields: readonly string[], others: string[]][] = [
      ['PUT /property-descriptions/{propertyUid}', textFields, ['locale']],
      ['PUT /property-pricing-rules/{propertyUid}', discountFields, []],
      ['PUT /property-ownership/{propertyUid}', ownershipFields, []],
      ['PUT /dbs/properties/{propertyUid}', bookingPageFields, ['enabled']],
    ]
    for (const [operation, fields, others] of forms) {
      const writable = Object.keys(schemas[operation].fields)
      assert.deepEqual([...fields, ...others].toSorted(), writable.toSorted(), operation)
    }
  })
})
