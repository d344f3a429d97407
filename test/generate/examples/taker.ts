/** Takes values of components out of what a server was asked and answered. */
import { Compile } from 'typebox/schema'
import type { Document, Parameter } from '../../../src/platform/openapi/document-shape.ts'
import { refName, type Schema } from '../../../src/platform/openapi/shapes.ts'
import { type Exchange, operationsOf } from './exchanges.ts'

interface Taken {
  value: unknown
  rank: number
  size: number
}

interface Media {
  schema?: Schema
}

/** By component: a value of it. */
export type Values = Map<string, Taken>

/** Above it, a value is too long to be read. */
const bytesMax = 6_000

/** Whether a value is one of a component, by the component's name. */
export function checkerOf({ components }: Pick<Document, 'components'>) {
  const { schemas } = components as { schemas: Record<string, Schema> }
  const compiled = new Map<string, (value: unknown) => boolean>()
  return (name: string, value: unknown): boolean => {
    const known = compiled.get(name)
    if (known) return known(value)
    const reached = Object.fromEntries(
      [...reachedFrom(name, schemas)].map(one => [one, schemas[one]!]),
    )
    const components = { schemas: reached }
    const validator = Compile({ $ref: `#/components/schemas/${name}`, components })
    const check = (one: unknown) => validator.Check(one)
    compiled.set(name, check)
    return check(value)
  }
}

/** A component and those that it is made of: to look for one among all others takes long. */
function reachedFrom(name: string, schemas: Record<string, Schema>, reached = new Set<string>()) {
  if (reached.has(name)) return reached
  reached.add(name)
  for (const [, inner] of JSON.stringify(schemas[name]).matchAll(
    /#\/components\/schemas\/([^"]+)/g,
  )) {
    reachedFrom(inner!, schemas, reached)
  }
  return reached
}

/** Takes what exchanges with one version show: the best rank first, then the fullest. */
export class Taker {
  readonly #document: Document
  readonly #schemas: Record<string, Schema>
  readonly #operationOf: ReturnType<typeof operationsOf>
  readonly #isValid: ReturnType<typeof checkerOf>
  readonly #values: Values

  constructor(document: Document, values: Values) {
    this.#document = document
    this.#schemas = document.components!.schemas as Record<string, Schema>
    this.#operationOf = operationsOf(document)
    this.#isValid = checkerOf(document)
    this.#values = values
  }

  /** @param rank 0 before 1 */
  hear({ method, path, body, answer }: Exchange, rank: number): void {
    const url = new URL(path, 'http://localhost')
    const operation = this.#operationOf(method, url.pathname)
    if (!operation) return
    const response = operation.responses[answer.status]
    const shared = response && this.#resolved(response as never)
    const worse = isEmptyList(answer.body) ? emptyRank : 0
    this.#offerEach(shared?.content, answer.body, rank + worse)
    if (answer.status >= 400) return
    this.#offerEach(operation.requestBody?.content, body, rank)
    for (const reference of operation.parameters ?? []) {
      const { name, schema } = this.#resolved(reference as never) as unknown as Parameter
      const given = url.searchParams.get(name)
      if (given !== null) this.offer(schema, given, rank)
    }
  }

  /** Walks a schema and a value of it together. */
  offer(schema: Schema, value: unknown, rank: number): void {
    if (value === undefined || value === null) return
    const name = refName(schema)
    if (name !== undefined) {
      this.#keep(name, shortened(value), rank)
      this.offer(this.#schemas[name]!, value, rank)
      return
    }
    for (const one of schema.anyOf ?? []) this.offer(one, value, rank)
    if (Array.isArray(value)) {
      if (schema.items) for (const item of value) this.offer(schema.items, item, rank)
      return
    }
    if (typeof value !== 'object') return
    const { properties = {}, additionalProperties: others } = schema
    for (const [key, inner] of Object.entries(value)) {
      const field = properties[key] ?? (typeof others === 'object' ? others : undefined)
      if (field) this.offer(field, inner, rank)
    }
  }

  #offerEach(content: Record<string, Media> | undefined, value: unknown, rank: number): void {
    for (const { schema } of Object.values(content ?? {})) {
      if (schema) this.offer(schema, value, rank)
    }
  }

  #keep(name: string, value: unknown, rank: number): void {
    const size = leaves(value)
    const best = this.#values.get(name)
    if (best && (best.rank < rank || (best.rank === rank && best.size >= size))) return
    if (best && JSON.stringify(value).length > bytesMax) return
    if (!this.#isValid(name, value)) return
    this.#values.set(name, { value, rank, size })
  }

  #resolved(node: { $ref?: string; content?: Record<string, Media> }): typeof node {
    if (!node.$ref) return node
    const [, , kind, name] = node.$ref.split('/')
    const shared = this.#document.components![kind!] as Record<string, typeof node>
    return shared[name!]!
  }
}

/** An empty list is shown only where no other source has a full one. */
const emptyRank = 6

function isEmptyList(body: unknown): boolean {
  const [first] = Object.values((body ?? {}) as object)
  return Array.isArray(first) && first.length === 0
}

/** A list shows what it is a list of by its first object. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const max = isObject(value[0]) ? 1 : 3
    return value.slice(0, max).map(shortened)
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** How much a value says: what is empty says nothing. */
function leaves(value: unknown): number {
  if (value === null || value === '') return 0
  if (typeof value !== 'object') return 1
  return Object.values(value!).reduce((sum: number, one) => sum + leaves(one), 0)
}
