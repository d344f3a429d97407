/** Published operations: `contracts/operations.txt`, which only grows. */

export interface OpenApi {
  paths: Record<string, Record<string, { operationId: string }>>
  components: Record<string, unknown>
}

/** Operations as `id METHOD /path`, with the labels of the documents that contain them. */
export type Operations = Map<string, Set<string>>

/**
 * Collects the operations of OpenAPI documents.
 *
 * @param documents documents by label
 */
export function collectOperations(documents: ReadonlyMap<string, OpenApi>): Operations {
  const operations: Operations = new Map()
  for (const [label, { paths }] of documents) {
    for (const [path, item] of Object.entries(paths)) {
      const relativePath = path.replace(`/api/${label}/`, '/')
      for (const [method, { operationId }] of Object.entries(item)) {
        add(operations, `${operationId} ${method.toUpperCase()} ${relativePath}`, [label])
      }
    }
  }
  return operations
}

/**
 * Parses the output of {@link printOperations}.
 */
export function readOperations(text: string): Operations {
  const operations: Operations = new Map()
  for (const line of text.split('\n').filter(line => line !== '')) {
    const [id, method, path, ...labels] = line.split(' ')
    add(operations, `${id} ${method} ${path}`, labels)
  }
  return operations
}

/** Prints one line for each operation, sorted, followed by its labels. */
export function printOperations(operations: Operations): string {
  const lines = [...operations].map(([key, labels]) => `${key} ${[...labels].sort().join(' ')}\n`)
  return lines.sort((a, b) => (a < b ? -1 : 1)).join('')
}

/** Merges published operations with the current ones, so that none is removed. */
export function mergeOperations(published: Operations, current: Operations): Operations {
  const all: Operations = new Map()
  for (const [key, labels] of [...published, ...current]) add(all, key, labels)
  return all
}

function add(to: Operations, key: string, labels: Iterable<string>): void {
  to.set(key, new Set([...(to.get(key) ?? []), ...labels]))
}
