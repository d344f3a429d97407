/** That the OpenAPI documents suit the generators that clients are made with. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { shapesIn, withExamples } from '../src/platform/openapi/examples.ts'
import { asOpenApi30 } from '../src/platform/openapi/openapi-3-0.ts'
import { referenceDocuments } from '../src/rental/reference.ts'
import { examplesFile } from './generate/examples/file.ts'
import type { ExamplesFile } from './generate/examples/settle.ts'
import { checkerOf } from './generate/examples/taker.ts'
import { pinnedDocuments } from './generate/pinned-documents.ts'

interface Schema {
  $ref?: string
  properties?: object
  [key: string]: unknown
}

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  deprecated?: boolean
}

interface OpenApi {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: Record<string, Record<string, Schema>>
}

const labels = referenceDocuments.map(({ label }) => label)
const kindOf = (label: string) => (label === 'v2' ? 'v2' : 'v3')
const examples: ExamplesFile = JSON.parse(readFileSync(examplesFile, 'utf8'))
const pinned = pinnedDocuments()
const documents = labels.map(label => [label, pinned.get(label) as OpenApi] as const)

/** Every object within a document and where it stands, `components.schemas.Lead`. */
function* nodes(value: unknown, place: string[] = []): Generator<[string[], Schema]> {
  if (typeof value !== 'object' || value === null) return
  yield [place, value as Schema]
  for (const [key, inner] of Object.entries(value)) yield* nodes(inner, [...place, key])
}

const isComponent = (place: string[]) => place.length === 3 && place[0] === 'components'

for (const [label, document] of documents) {
  describe(`the document of ${label}`, () => {
    const all = [...nodes(document)]

    it('has a name for every object on the wire', () => {
      const isObject = ([place, { properties }]: [string[], Schema]) =>
        Object.keys(properties ?? {}).length > 0 && place.at(-1) !== 'properties'
      const anonymous = all.filter(node => isObject(node) && !isComponent(node[0]))
      assert.deepEqual(
        anonymous.map(([place]) => place.join('.')),
        [],
      )
    })

    it('refers to components that are there, and has none that nothing refers to', () => {
      const targets = new Set(all.flatMap(([, { $ref }]) => ($ref ? [$ref] : [])))
      const present = Object.entries(document.components).flatMap(([kind, named]) =>
        Object.keys(named).map(name => `#/components/${kind}/${name}`),
      )
      const lost = [...targets].filter(target => !present.includes(target))
      assert.deepEqual(lost, [])
      const idle = present.filter(target => !targets.has(target))
      assert.deepEqual(
        idle.filter(target => !target.includes('/securitySchemes/')),
        [],
      )
    })

    const operations = [
      ...Object.values(document.paths).flatMap(item => Object.values(item)),
      ...Object.values(document.webhooks ?? {}).map(({ post }) => post),
    ]

    it('calls every operation by a name of its own', () => {
      const ids = operations.map(({ operationId }) => operationId)
      assert.ok(ids.every(id => /^[a-z][A-Za-z]+$/.test(id ?? '')))
      assert.equal(new Set(ids).size, ids.length)
    })

    it('describes every operation, and who may do it', () => {
      const silent = operations.filter(
        ({ description = '' }) => !/(For |No authentication required|Sent when)/.test(description),
      )
      assert.deepEqual(silent, [])
    })

    it('says more of every operation than its summary, who may do it and what it tells', () => {
      const usual = /^(For (agencies|partners)|No authentication required|Since v|Emits )/
      const silent = operations.filter(({ summary = '', description = '' }) => {
        const paragraphs = description.split('\n\n').filter(text => !usual.test(text))
        return paragraphs.join(' ').replace(summary, '').length < 8
      })
      assert.deepEqual(
        silent.map(({ operationId }) => operationId),
        [],
      )
    })

    it('has every operation in a group of tags', () => {
      const known = document.tags.map(({ name }) => name)
      const used = new Set(operations.flatMap(({ tags = [] }) => tags))
      assert.deepEqual([...used].sort(), [...known].sort())
    })

    it('says what is deprecated', () => {
      const all = Object.values(document.paths).flatMap(item => Object.values(item))
      const living = all.filter(({ deprecated }) => !deprecated).map(({ tags }) => tags![0])
      const expected = label === 'v2' ? ['GraphQL', 'GraphQL'] : all.map(({ tags }) => tags![0])
      assert.deepEqual(living, expected)
    })
  })
}

for (const [label, document] of documents) {
  describe(`the examples of ${label}`, () => {
    const { schemas } = document.components
    const isValid = checkerOf(document as never)
    const { bodies, shapes } = examplesIn(
      withExamples(structuredClone(document) as never, examples[kindOf(label)]!),
    )
    const shown = { ...bodies, ...shapes }

    it('show each shape, and none beside itself that a body shows', () => {
      const within = Object.entries(bodies).flatMap(([name, value]) => [
        ...shapesIn(value, name, schemas as never),
      ])
      const seen = new Set([...within, ...Object.keys(shapes)])
      assert.deepEqual(
        Object.keys(schemas!).filter(name => !seen.has(name)),
        [],
      )
      assert.deepEqual(
        within.filter(name => name in shapes),
        [],
      )
    })

    it('are what their shapes say', () => {
      const wrong = Object.keys(shown).filter(name => !isValid(name, shown[name]))
      assert.deepEqual(wrong, [])
    })

    it('stand at every body and answer that has a shape', () => {
      const served = withExamples(structuredClone(document) as never, examples[kindOf(label)]!)
      const media = [...nodes(served)].filter(
        ([place, { schema }]) => place.at(-2) === 'content' && (schema as Schema | undefined)?.$ref,
      )
      assert.deepEqual(
        media.filter(([, { examples: list }]) => !list).map(([place]) => place.join('.')),
        [],
      )
    })
  })
}

/** Every example of a document by its component: those of bodies, and those beside shapes. */
function examplesIn({ components }: ReturnType<typeof withExamples>) {
  const schemas = components!.schemas as Record<string, { examples?: unknown[] }>
  const shared = components!.examples as Record<string, { value: unknown }>
  const besides = Object.entries(schemas).filter(([, { examples: list }]) => list)
  const bodies = Object.entries(shared).map(([name, { value }]) => [name, value] as const)
  return {
    bodies: Object.fromEntries(bodies),
    shapes: Object.fromEntries(besides.map(([name, { examples: list }]) => [name, list![0]])),
  }
}

// What tells two shapes apart may be younger than a version.
for (const [label, document] of documents.filter(([label]) => ['v2', 'v3.3'].includes(label))) {
  describe(`a shape of ${label}`, () => {
    it('has one name', () => {
      const byText = Map.groupBy(Object.entries(document.components.schemas!), ([, schema]) =>
        JSON.stringify(schema),
      )
      const doubled = [...byText.values()].filter(list => list.length > 1)
      assert.deepEqual(
        doubled.map(list => list.map(([name]) => name)),
        [],
      )
    })
  })
}

/** Names of one schema that a generator which folds case and underscores takes for the same. */
function folded(names: string[]): string[][] {
  const byFold = Map.groupBy(names, name => name.toLowerCase().replaceAll('_', ''))
  return [...byFold.values()].filter(alike => alike.length > 1)
}

interface Parameter {
  name: string
  schema: { type?: string; minimum?: number }
}

interface Requested extends Operation {
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Schema>
}

for (const [label, document] of documents) {
  describe(`clients made from ${label}`, () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        return { path, method, operation: operation as Requested }
      }),
    )

    it('send the sizes of pages as integers', () => {
      const parameters = Object.values(document.components.parameters!) as unknown as Parameter[]
      const sizes = parameters.filter(({ name }) => ['_limit', 'limit', 'offset'].includes(name))
      const wrong = sizes.filter(
        ({ schema }) => schema.type !== 'integer' || !('minimum' in schema),
      )
      assert.deepEqual(wrong, [])
      assert.equal(sizes.length > 0, label !== 'unversioned')
    })

    it('have one property for one thing', () => {
      const schemas = Object.entries(document.components.schemas!)
      const doubled = schemas.map(([name, { properties = {} }]) => {
        return [name, folded(Object.keys(properties))] as const
      })
      assert.deepEqual(
        doubled.filter(([, alike]) => alike.length > 0),
        [],
      )
    })

    it('need no body for an action of which nothing is required', () => {
      const wrong = operations.filter(({ path, method, operation: { requestBody } }) => {
        if (!requestBody || method !== 'post' || !/\}\/[^{}/]+$/.test(path)) return false
        const name = requestBody.content['application/json']!.schema.$ref!.split('/').at(-1)!
        return requestBody.required !== 'required' in document.components.schemas![name]!
      })
      assert.deepEqual(
        wrong.map(({ path }) => path),
        [],
      )
    })

    it('find each set of codes once, and no operation words its own', () => {
      const errors = Object.values(document.components.responses ?? {}).map(({ description }) =>
        (description as string).split(', ').sort().join(),
      )
      assert.equal(new Set(errors).size, errors.length)
      const inline = operations.flatMap(({ operation: { responses } }) =>
        Object.entries(responses).filter(([status]) => Number(status) >= 400),
      )
      assert.deepEqual(
        inline.filter(([, response]) => Object.keys(response).join() !== '$ref'),
        [],
      )
    })
  })
}

describe('contracts/', () => {
  it('is small enough to be reviewed', () => {
    const folder = join(import.meta.dirname, '../contracts')
    const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    assert.ok(lines <= 50_000, `${lines} lines`)
    assert.ok(bytes <= 2_300_000, `${bytes} bytes`)
  })

  it('says of no schema of OpenAPI 3.0 what holds anyway: PHP would inherit from it', () => {
    for (const [, document] of documents) {
      const wrong = [...nodes(asOpenApi30(structuredClone(document) as never))].filter(
        ([, { additionalProperties }]) => additionalProperties === true,
      )
      assert.deepEqual(
        wrong.map(([place]) => place.join('.')),
        [],
      )
    }
  })

  it('gives documents that are served in less than a million bytes', () => {
    for (const [label, document] of documents) {
      const served = withExamples(structuredClone(document) as never, examples[kindOf(label)]!)
      const size = Buffer.byteLength(JSON.stringify(served))
      assert.ok(size <= 950_000, `${label}: ${size} bytes`)
      const older = Buffer.byteLength(JSON.stringify(asOpenApi30(served)))
      assert.ok(older <= 1_000_000, `${label} as OpenAPI 3.0: ${older} bytes`)
    }
  })
})
