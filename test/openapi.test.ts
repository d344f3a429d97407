/** Suitability of the OpenAPI documents for generators of clients. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { shapesIn, withExamples } from '../src/platform/openapi/examples.ts'
import { asOpenApi30 } from '../src/platform/openapi/openapi-3-0.ts'
import { referenceDocuments } from '../src/rental/reference.ts'
import { createChecker } from './generate/examples/example-collector.ts'
import { examplesFile } from './generate/examples/file.ts'
import type { ExamplesFile } from './generate/examples/normalize.ts'
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

/** Yields every object within a document with its path, `components.schemas.Lead`. */
function* nodes(value: unknown, path: string[] = []): Generator<[string[], Schema]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Schema]
  for (const [key, inner] of Object.entries(value)) yield* nodes(inner, [...path, key])
}

const isComponent = (path: string[]) => path.length === 3 && path[0] === 'components'

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

    it('refers to existing components, and has no unused one', () => {
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

    it('gives every operation a unique name', () => {
      const ids = operations.map(({ operationId }) => operationId)
      assert.ok(ids.every(id => /^[a-z][A-Za-z]+$/.test(id ?? '')))
      assert.equal(new Set(ids).size, ids.length)
    })

    it('describes every operation, and its callers', () => {
      const silent = operations.filter(
        ({ description = '' }) => !/(For |No authentication required|Sent when)/.test(description),
      )
      assert.deepEqual(silent, [])
    })

    it('describes every operation beyond its summary, callers and events', () => {
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
      const tagNames = document.tags.map(({ name }) => name)
      const used = new Set(operations.flatMap(({ tags = [] }) => tags))
      assert.deepEqual([...used].sort(), [...tagNames].sort())
    })

    it('marks deprecated operations', () => {
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
    const isValid = createChecker(document as never)
    const { bodies, shapes } = examplesIn(
      withExamples(structuredClone(document) as never, examples[kindOf(label)]!),
    )
    const examplesByName = { ...bodies, ...shapes }

    it('cover each schema, and none twice', () => {
      const within = Object.entries(bodies).flatMap(([name, value]) => [
        ...shapesIn(value, name, schemas as never),
      ])
      const covered = new Set([...within, ...Object.keys(shapes)])
      assert.deepEqual(
        Object.keys(schemas!).filter(name => !covered.has(name)),
        [],
      )
      assert.deepEqual(
        within.filter(name => name in shapes),
        [],
      )
    })

    it('match their schemas', () => {
      const wrong = Object.keys(examplesByName).filter(name => !isValid(name, examplesByName[name]))
      assert.deepEqual(wrong, [])
    })

    it('are at every body and response with a schema', () => {
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

/** Returns the examples of a document by component: those of bodies, and those of schemas. */
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

// In older versions, schemas may lack the fields that distinguish them.
for (const [label, document] of documents.filter(([label]) => ['v2', 'v3.3'].includes(label))) {
  describe(`a schema of ${label}`, () => {
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

/** Lists names that a generator which ignores case and underscores would confuse. */
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
  describe(`clients generated from ${label}`, () => {
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

    it('need no body for an action without required fields', () => {
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

    it('find each set of codes once, shared by all operations', () => {
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

  it('omits the default of additionalProperties in OpenAPI 3.0: PHP would inherit from it', () => {
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

  it('produces documents of less than a million bytes', () => {
    for (const [label, document] of documents) {
      const served = withExamples(structuredClone(document) as never, examples[kindOf(label)]!)
      const size = Buffer.byteLength(JSON.stringify(served))
      assert.ok(size <= 980_000, `${label}: ${size} bytes`)
      const older = Buffer.byteLength(JSON.stringify(asOpenApi30(served)))
      assert.ok(older <= 1_000_000, `${label} as OpenAPI 3.0: ${older} bytes`)
    }
  })
})
