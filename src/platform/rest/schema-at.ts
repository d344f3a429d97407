/** Schemas of `fields.ts` as of one API version. */
import type { TSchema } from 'typebox'
import { memoizeByObject } from '../concurrency/memoize-async.ts'
import type { FieldError } from '../errors.ts'
import { existsIn, type Version } from './version.ts'

interface Lifetime {
  since?: Version
  until?: Version
}

type Check = (value: never, errors: FieldError[], version: Version) => FieldError[]

interface SchemaNode {
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  anyOf?: SchemaNode[]
  items?: SchemaNode
  enum?: string[]
  'x-since'?: Version
  'x-until'?: Version
  'x-values-since'?: Record<string, Version>
  'x-not-null-since'?: Version
  'x-required-since'?: Version
  [key: string]: unknown
}

/** Schemas by version, shared by all servers of the process. */
const schemasByVersion = memoizeByObject<TSchema, TSchema>()

/** Returns the schema as of a version. Callers share it and must not modify it. */
export function schemaAt<T extends TSchema>(schema: T, version: Version): T {
  const build = () => nodeInVersion(schema as unknown as SchemaNode, version) as TSchema
  return schemasByVersion(schema, version, build) as T
}

function nodeInVersion(node: SchemaNode, version: Version): SchemaNode {
  const copy = Object.fromEntries(
    Object.entries(node).filter(([key]) => !versionKeywords.includes(key)),
  ) as SchemaNode
  const valuesSince = node['x-values-since']
  if (valuesSince && copy.enum) {
    copy.enum = copy.enum.filter(value => existsIn(version, { since: valuesSince[value] }))
  }
  if (Array.isArray(copy.type) && isAtLeast(version, node['x-not-null-since'])) {
    copy.type = copy.type.find(type => type !== 'null')!
  }
  const check = node['x-check'] as Check | undefined
  if (check) copy['x-check'] = (value: never, errors: FieldError[]) => check(value, errors, version)
  if (copy.items) copy.items = nodeInVersion(copy.items, version)
  if (copy.properties) {
    const existing = Object.entries(copy.properties).filter(([, child]) =>
      existsIn(version, readLifetime(child)),
    )
    copy.properties = Object.fromEntries(
      existing.map(([key, child]) => [key, nodeInVersion(child, version)]),
    )
    const required = existing.filter(
      ([key, child]) =>
        copy.required?.includes(key) || isAtLeast(version, child['x-required-since']),
    )
    // Alternatives of `oneRequired`.
    if (copy.anyOf)
      copy.anyOf = copy.anyOf.filter(alternative => hasRequiredFields(alternative, existing))
    if (required.length === 0) delete copy.required
    else copy.required = required.map(([key]) => key)
  }
  return copy
}

/** Returns whether a version has all fields that an alternative requires. */
function hasRequiredFields({ required = [] }: SchemaNode, fields: [string, SchemaNode][]): boolean {
  return required.every(name => fields.some(([key]) => key === name))
}

const versionKeywords = [
  'x-since',
  'x-until',
  'x-values-since',
  'x-not-null-since',
  'x-required-since',
]

/** Returns whether a version is at least the minimum; false if the minimum is undefined. */
function isAtLeast(version: Version, minimum: Version | undefined): boolean {
  return minimum !== undefined && existsIn(version, { since: minimum })
}

function readLifetime(node: SchemaNode): Lifetime {
  return { since: node['x-since'], until: node['x-until'] }
}
