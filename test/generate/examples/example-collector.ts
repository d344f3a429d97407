/** Examples of components, collected from requests and responses. */
import { Compile } from 'typebox/schema'
import type { Document, Parameter } from '../../../src/platform/openapi/document-shape.ts'
import { refName, type Schema } from '../../../src/platform/openapi/shapes.ts'
import { type Exchange, operationFinder } from './exchanges.ts'

interface Candidate {
  value: unknown
  rank: number
  size: number
}

interface Media {
  schema?: Schema
}

/** Best example of each component. */
export type Values = Map<string, Candidate>

/** Maximum size of an example that may replace another. */
const bytesMax = 6_000

/** Creates a function that validates a value against a component by its name. */
export function createChecker({ components }: Pick<Document, 'components'>) {
  const { schemas } = components as { schemas: Record<string, Schema> }
  const compiled = new Map<string, (value: unknown) => boolean>()
  return (name: string, value: unknown): boolean => {
    const cachedCheck = compiled.get(name)
    if (cachedCheck) return cachedCheck(value)
    const used = Object.fromEntries(
      [...listUsedSchemas(name, schemas)].map(key => [key, schemas[key]!]),
    )
    const components = { schemas: used }
    const validator = Compile({ $ref: `#/components/schemas/${name}`, components })
    const check = (candidate: unknown) => validator.Check(candidate)
    compiled.set(name, check)
    return check(value)
  }
}

/**
 * Lists a component and all that it refers to; compiling the complete document for each one is
 * slow.
 */
function listUsedSchemas(name: string, schemas: Record<string, Schema>, used = new Set<string>()) {
  if (used.has(name)) return used
  used.add(name)
  for (const [, inner] of JSON.stringify(schemas[name]).matchAll(
    /#\/components\/schemas\/([^"]+)/g,
  )) {
    listUsedSchemas(inner!, schemas, used)
  }
  return used
}

/** Collects examples of one version: the lowest rank wins, then the largest. */
export class ExampleCollector {
  readonly #document: Document
  readonly #schemas: Record<string, Schema>
  readonly #operationOf: ReturnType<typeof operationFinder>
  readonly #isValid: ReturnType<typeof createChecker>
  readonly #values: Values

  constructor(document: Document, values: Values) {
    this.#document = document
    this.#schemas = document.components!.schemas as Record<string, Schema>
    this.#operationOf = operationFinder(document)
    this.#isValid = createChecker(document)
    this.#values = values
  }

  /** Collects examples from an exchange; a lower rank is better. */
  addExchange({ method, path, body, response: reply }: Exchange, rank: number): void {
    const url = new URL(path, 'http://localhost')
    const operation = this.#operationOf(method, url.pathname)
    if (!operation) return
    const response = operation.responses[reply.status]
    const shared = response && this.#resolve(response as never)
    const penalty = isEmptyList(reply.body) ? emptyRank : 0
    this.#addContent(shared?.content, reply.body, rank + penalty)
    if (reply.status >= 400) return
    this.#addContent(operation.requestBody?.content, body, rank)
    for (const reference of operation.parameters ?? []) {
      const { name, schema } = this.#resolve(reference as never) as unknown as Parameter
      const value = url.searchParams.get(name)
      if (value !== null) this.addValue(schema, value, rank)
    }
  }

  /** Collects examples from a value, recursively by its schema. */
  addValue(schema: Schema, value: unknown, rank: number): void {
    if (value === undefined || value === null) return
    const name = refName(schema)
    if (name !== undefined) {
      this.#storeBest(name, shorten(value), rank)
      this.addValue(this.#schemas[name]!, value, rank)
      return
    }
    for (const alternative of schema.anyOf ?? []) this.addValue(alternative, value, rank)
    if (Array.isArray(value)) {
      if (schema.items) for (const item of value) this.addValue(schema.items, item, rank)
      return
    }
    if (typeof value !== 'object') return
    const { properties = {}, additionalProperties: additional } = schema
    for (const [key, inner] of Object.entries(value)) {
      const field = properties[key] ?? (typeof additional === 'object' ? additional : undefined)
      if (field) this.addValue(field, inner, rank)
    }
  }

  #addContent(content: Record<string, Media> | undefined, value: unknown, rank: number): void {
    for (const { schema } of Object.values(content ?? {})) {
      if (schema) this.addValue(schema, value, rank)
    }
  }

  #storeBest(name: string, value: unknown, rank: number): void {
    const size = countLeaves(value)
    const best = this.#values.get(name)
    if (best && (best.rank < rank || (best.rank === rank && best.size >= size))) return
    if (best && JSON.stringify(value).length > bytesMax) return
    if (!this.#isValid(name, value)) return
    this.#values.set(name, { value, rank, size })
  }

  #resolve(node: { $ref?: string; content?: Record<string, Media> }): typeof node {
    if (!node.$ref) return node
    const [, , kind, name] = node.$ref.split('/')
    const shared = this.#document.components![kind!] as Record<string, typeof node>
    return shared[name!]!
  }
}

/** Penalty for the rank of an empty list, which is used only if no source has a full one. */
const emptyRank = 6

function isEmptyList(body: unknown): boolean {
  const [first] = Object.values((body ?? {}) as object)
  return Array.isArray(first) && first.length === 0
}

/** Shortens lists to their first object or three values. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const max = isObject(value[0]) ? 1 : 3
    return value.slice(0, max).map(shorten)
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member)]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Counts the values in a value; empty ones do not count. */
function countLeaves(value: unknown): number {
  if (value === null || value === '') return 0
  if (typeof value !== 'object') return 1
  return Object.values(value!).reduce((sum: number, member) => sum + countLeaves(member), 0)
}
