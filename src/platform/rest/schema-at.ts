/** What a version has of the schemas that `fields.ts` words. */
import type { TSchema } from 'typebox'
import { madeForEach } from '../concurrency/made-once.ts'
import type { FieldError } from '../errors.ts'
import { existsIn, type Version } from './version.ts'

interface Life {
  since?: Version
  until?: Version
}

type Check = (value: never, errors: FieldError[], version: Version) => FieldError[]

interface Node {
  type?: string | string[]
  properties?: Record<string, Node>
  required?: string[]
  anyOf?: Node[]
  items?: Node
  enum?: string[]
  'x-since'?: Version
  'x-until'?: Version
  'x-values-since'?: Record<string, Version>
  'x-not-null-since'?: Version
  'x-required-since'?: Version
  [key: string]: unknown
}

/** All servers of the process share them. */
const onceForVersion = madeForEach<TSchema, TSchema>()

/** The schema as one version has it: younger fields and enum values left out. Not to be changed. */
export function schemaAt<T extends TSchema>(schema: T, version: Version): T {
  const make = () => nodeAt(schema as unknown as Node, version) as TSchema
  return onceForVersion(schema, version, make) as T
}

function nodeAt(node: Node, version: Version): Node {
  const copy = Object.fromEntries(
    Object.entries(node).filter(([key]) => !versionMarks.includes(key)),
  ) as Node
  const young = node['x-values-since']
  if (young && copy.enum) {
    copy.enum = copy.enum.filter(value => existsIn(version, { since: young[value] }))
  }
  if (Array.isArray(copy.type) && isFrom(version, node['x-not-null-since'])) {
    copy.type = copy.type.find(type => type !== 'null')!
  }
  const check = node['x-check'] as Check | undefined
  if (check) copy['x-check'] = (value: never, errors: FieldError[]) => check(value, errors, version)
  if (copy.items) copy.items = nodeAt(copy.items, version)
  if (copy.properties) {
    const there = Object.entries(copy.properties).filter(([, child]) =>
      existsIn(version, lifeOf(child)),
    )
    copy.properties = Object.fromEntries(there.map(([key, child]) => [key, nodeAt(child, version)]))
    const required = there.filter(
      ([key, child]) => copy.required?.includes(key) || isFrom(version, child['x-required-since']),
    )
    if (copy.anyOf) copy.anyOf = copy.anyOf.filter(one => hasAll(one, there))
    if (required.length === 0) delete copy.required
    else copy.required = required.map(([key]) => key)
  }
  return copy
}

/** Returns whether a version has all fields that a condition of the object needs. */
function hasAll({ required = [] }: Node, fields: [string, Node][]): boolean {
  return required.every(name => fields.some(([key]) => key === name))
}

const versionMarks = [
  'x-since',
  'x-until',
  'x-values-since',
  'x-not-null-since',
  'x-required-since',
]

/** Whether a mark names this version or an older one. */
function isFrom(version: Version, mark: Version | undefined): boolean {
  return mark !== undefined && existsIn(version, { since: mark })
}

function lifeOf(node: Node): Life {
  return { since: node['x-since'], until: node['x-until'] }
}
