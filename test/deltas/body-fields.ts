/** Fields of request bodies and responses in the served OpenAPI document. */
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

/** OpenAPI document; references are resolved where a part of it is read. */
export interface Document {
  prefix: string
  paths: Record<string, Record<string, Operation>>
}

export async function readDocument(server: TestServer, prefix: string): Promise<Document> {
  const { body } = await server.request('GET', `${prefix}/openapi.json`)
  return { ...body, prefix }
}

/**
 * Returns a node with its references resolved; a union of `null` and one type becomes that type.
 */
export function resolveReferences(document: Document, node: Node): Node {
  const { $ref, anyOf } = node
  if ($ref !== undefined) {
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((part: unknown, key) => (part as Record<string, unknown>)[key], document)
    return resolveReferences(document, target as Node)
  }
  const types = anyOf
    ?.map(type => resolveReferences(document, type))
    .filter(({ type }) => type !== 'null')
  return types?.length === 1 ? { ...types[0], anyOf: undefined } : node
}

/** Field of a body. In its path, `0` is the first item of a list. */
export interface Field {
  path: string[]
  node: Node
}

/** Returns the schema of the body of a write; a write without a body has no properties. */
export function readBodySchema(document: Document, route: string): Node {
  const { requestBody } = findOperation(document, route)
  if (!requestBody) return {}
  const { content } = resolveReferences(document, requestBody as Node) as Content
  return resolveReferences(document, content?.['application/json']?.schema ?? {})
}

export function readResponseSchema(document: Document, path: string): Node {
  const { responses } = findOperation(document, `GET ${path}`)
  const { content } = resolveReferences(document, responses['200'] as Node) as Content
  return resolveReferences(document, content!['application/json']!.schema)
}

function findOperation({ prefix, paths }: Document, route: string): Operation {
  const [method, path] = route.split(' ') as [string, string]
  const operation = paths[prefix + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`the document of ${prefix} has no ${route}`)
  return operation
}

/** Lists the fields below a node that contain no further fields. */
export function listLeaves(document: Document, schema: Node, path: string[] = []): Field[] {
  const node = resolveReferences(document, schema)
  const { properties, items } = node
  const isList = items !== undefined && isComposite(resolveReferences(document, items))
  if (isList) return listLeaves(document, items, [...path, '0'])
  const inner = Object.entries(properties ?? {})
  if (inner.length === 0) {
    const leaf = items ? { ...node, items: resolveReferences(document, items) } : node
    return path.length === 0 ? [] : [{ path, node: leaf }]
  }
  return inner.flatMap(([key, child]) => listLeaves(document, child, [...path, key]))
}

const isComposite = ({ properties, items }: Node) => Boolean(properties ?? items)

/**
 * Copies a body with another value of a field. Further required fields of new objects get sample
 * values.
 */
export function withField(
  document: Document,
  body: unknown,
  schema: Node,
  [key, ...rest]: string[],
  value: unknown,
): unknown {
  if (key === undefined) return value
  const node = resolveReferences(document, schema)
  const inner = (at: unknown, of: Node) => withField(document, at, of, rest, value)
  if (node.items) {
    const list = Array.isArray(body) ? body : []
    return [inner(list[0], node.items), ...list.slice(1)]
  }
  const object = { ...(body as Record<string, unknown> | null) }
  for (const name of body === undefined ? (node.required ?? []) : []) {
    object[name] = sampleValue(document, node.properties![name]!)
  }
  return { ...object, [key]: inner(object[key], node.properties![key]!) }
}

/** Returns a valid value of a type that is not a reference. */
function sampleValue(document: Document, schema: Node): unknown {
  const { enum: values, type, minimum = 1 } = resolveReferences(document, schema)
  if (values) return values[0]
  if (type === 'boolean') return true
  return type === 'string' ? 'x' : minimum
}

/** Merges two bodies; undefined removes a field. */
export function merge(base: unknown, other: unknown): unknown {
  if (Array.isArray(other)) {
    const list = Array.isArray(base) ? base : []
    return [merge(list[0], other[0]), ...list.slice(1)]
  }
  if (other === null || typeof other !== 'object') return other
  const object = { ...(base as Record<string, unknown> | null) }
  for (const [key, value] of Object.entries(other)) object[key] = merge(object[key], value)
  return object
}
