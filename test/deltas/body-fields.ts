/** The fields of request bodies and responses, as the served OpenAPI document describes them. */
import type { TestServer } from '../support/server.ts'

export interface Node {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
}

type Content = { content?: Record<string, { schema: Node }> }

interface Operation {
  requestBody?: Content & { $ref?: string }
  responses: Record<string, Content & { $ref?: string }>
}

/** A document whose references are followed when a part of it is read. */
export interface Document {
  prefix: string
  paths: Record<string, Record<string, Operation>>
}

/** Reads the OpenAPI document that is served below a prefix. */
export async function readDocument(server: TestServer, prefix: string): Promise<Document> {
  const { body } = await server.request('GET', `${prefix}/openapi.json`)
  return { ...body, prefix }
}

/** Returns a node without references, and without `null` where it allows one more type. */
export function resolved(document: Document, node: Node): Node {
  const { $ref, anyOf } = node
  if ($ref !== undefined) {
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((part: unknown, key) => (part as Record<string, unknown>)[key], document)
    return resolved(document, target as Node)
  }
  const types = anyOf?.map(one => resolved(document, one)).filter(({ type }) => type !== 'null')
  return types?.length === 1 ? { ...types[0], anyOf: undefined } : node
}

/** A field within a body: the keys that lead to it, the first item of a list as `0`. */
export interface Field {
  way: string[]
  node: Node
}

/** Returns the schema of the body that a write takes; a write without one has no properties. */
export function bodySchemaOf(document: Document, route: string): Node {
  const { requestBody } = operationOf(document, route)
  if (!requestBody) return {}
  const { content } = resolved(document, requestBody as Node) as Content
  return resolved(document, content?.['application/json']?.schema ?? {})
}

/** Returns the schema of the response of a read. */
export function responseSchemaOf(document: Document, path: string): Node {
  const { responses } = operationOf(document, `GET ${path}`)
  const { content } = resolved(document, responses['200'] as Node) as Content
  return resolved(document, content!['application/json']!.schema)
}

function operationOf({ prefix, paths }: Document, route: string): Operation {
  const [method, path] = route.split(' ') as [string, string]
  const operation = paths[prefix + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the document of ${prefix} has no ${route}`)
  return operation
}

/** Returns every field below a node that holds no further fields. */
export function leavesOf(document: Document, given: Node, way: string[] = []): Field[] {
  const node = resolved(document, given)
  const { properties, items } = node
  const isList = items !== undefined && isComposite(resolved(document, items))
  if (isList) return leavesOf(document, items, [...way, '0'])
  const inner = Object.entries(properties ?? {})
  if (inner.length === 0) {
    const leaf = items ? { ...node, items: resolved(document, items) } : node
    return way.length === 0 ? [] : [{ way, node: leaf }]
  }
  return inner.flatMap(([key, one]) => leavesOf(document, one, [...way, key]))
}

const isComposite = ({ properties, items }: Node) => Boolean(properties ?? items)

/**
 * Returns a copy of a body in which a field has another value; what its objects require besides is
 * kept as the body has it, or made by its type.
 */
export function withField(
  document: Document,
  given: unknown,
  schema: Node,
  [key, ...rest]: string[],
  value: unknown,
): unknown {
  if (key === undefined) return value
  const node = resolved(document, schema)
  const inner = (at: unknown, of: Node) => withField(document, at, of, rest, value)
  if (node.items) {
    const list = Array.isArray(given) ? given : []
    return [inner(list[0], node.items), ...list.slice(1)]
  }
  const object = { ...(given as Record<string, unknown> | null) }
  for (const name of given === undefined ? (node.required ?? []) : []) {
    object[name] = sampleOf(document, node.properties![name]!)
  }
  return { ...object, [key]: inner(object[key], node.properties![key]!) }
}

/** Returns a valid value of a type that needs no reference. */
function sampleOf(document: Document, given: Node): unknown {
  const { enum: words, type, minimum = 1 } = resolved(document, given)
  if (words) return words[0]
  if (type === 'boolean') return true
  return type === 'string' ? 'x' : minimum
}

/** Returns a body with what another one says; undefined takes a field away. */
export function merged(given: unknown, other: unknown): unknown {
  if (Array.isArray(other)) {
    const list = Array.isArray(given) ? given : []
    return [merged(list[0], other[0]), ...list.slice(1)]
  }
  if (other === null || typeof other !== 'object') return other
  const object = { ...(given as Record<string, unknown> | null) }
  for (const [key, value] of Object.entries(other)) object[key] = merged(object[key], value)
  return object
}
