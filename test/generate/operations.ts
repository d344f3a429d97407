/** The operations that clients were promised: `contracts/operations.txt`, which only grows. */

export interface OpenApi {
  paths: Record<string, Record<string, { operationId: string }>>
  components: Record<string, unknown>
}

/** An operation as `id METHOD /path`, by the labels of the documents that have it. */
export type Operations = Map<string, Set<string>>

/** @param documents the OpenAPI documents, by label */
export function operationsIn(documents: ReadonlyMap<string, OpenApi>): Operations {
  const found: Operations = new Map()
  for (const [label, { paths }] of documents) {
    for (const [path, item] of Object.entries(paths)) {
      const place = path.replace(`/api/${label}/`, '/')
      for (const [method, { operationId }] of Object.entries(item)) {
        add(found, `${operationId} ${method.toUpperCase()} ${place}`, [label])
      }
    }
  }
  return found
}

/** Reads what `printOperations` gives. */
export function readOperations(text: string): Operations {
  const found: Operations = new Map()
  for (const line of text.split('\n').filter(line => line !== '')) {
    const [id, method, path, ...labels] = line.split(' ')
    add(found, `${id} ${method} ${path}`, labels)
  }
  return found
}

/** One line each, sorted, with the labels behind. */
export function printOperations(operations: Operations): string {
  const lines = [...operations].map(([key, labels]) => `${key} ${[...labels].sort().join(' ')}\n`)
  return lines.sort((a, b) => (a < b ? -1 : 1)).join('')
}

/** What was promised with what is new: nothing that was promised goes. */
export function grown(promised: Operations, present: Operations): Operations {
  const all: Operations = new Map()
  for (const [key, labels] of [...promised, ...present]) add(all, key, labels)
  return all
}

function add(to: Operations, key: string, labels: Iterable<string>): void {
  to.set(key, new Set([...(to.get(key) ?? []), ...labels]))
}
