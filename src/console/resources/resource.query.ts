/** Reads and writes of objects of any noun. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithEtag } from '../api/call.ts'
import { delayMs } from '../api/delayed.ts'
import type { FormOperation, OperationName } from '../api/operations.ts'
import { schemas } from '../api/schemas/api-schemas.ts'
import { useSession } from '../api/session.tsx'
import { useDelay } from '../shared/writes/use-delayed.ts'
import type { Endpoint, Versioned } from './form/use-section.ts'
import type { Item, Resource } from './resource.ts'

const pageSize = 50
const pageSizeOfExport = 500
const freshMs = 60_000

/** Parameters of a list: filters, search and order. */
export type ListParameters = Readonly<Record<string, string>>

export interface ListPage {
  items: Item[]
  total: number | null
  nextCursor: string | null
}

/** First part of the keys of all queries of a noun. */
export const queryName = ({ path }: Resource): string => path.slice(1)

export function useItems(
  resource: Resource,
  scope: ListParameters,
  parameters: ListParameters,
  refetchMs: (items: Item[]) => number | false = () => false,
) {
  return useInfiniteQuery({
    queryKey: [queryName(resource), 'list', scope, parameters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readPage(resource, { ...scope, ...parameters }, { cursor: pageParam, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: previous => previous,
    staleTime: freshMs,
    refetchInterval: ({ state }) =>
      refetchMs(state.data?.pages.flatMap(({ items }) => items) ?? []),
  })
}

async function readPage(
  resource: Resource,
  parameters: ListParameters,
  options: { cursor: string | null; signal?: AbortSignal; limit?: number },
): Promise<ListPage> {
  const { cursor, signal, limit = pageSize } = options
  const paging = resource.isPaged ? { _limit: limit, _cursor: cursor, _total: true } : {}
  const request = { query: { ...parameters, ...paging }, signal } as never
  const body: unknown = await call(`GET ${resource.path}` as OperationName, request)
  const { _metadata, _paging } = body as {
    _metadata: { totalCount: number | null }
    _paging?: { _nextCursor?: string | null }
  }
  return {
    items: (body as Record<string, Item[]>)[resource.many]!,
    total: _metadata.totalCount,
    nextCursor: _paging?._nextCursor ?? null,
  }
}

/** Reads all pages of a list. */
export async function readAll(resource: Resource, parameters: ListParameters): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await readPage(resource, parameters, { cursor, limit: pageSizeOfExport })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

export async function readItem(
  { path, one }: Resource,
  uid: string,
  signal?: AbortSignal,
): Promise<Versioned> {
  return readVersioned(`GET ${path}/{uid}` as OperationName, { path: { uid }, signal }, one)
}

/** Reads an object and its ETag. */
export async function readVersioned(
  operation: OperationName,
  request: { path: object; query?: object; signal?: AbortSignal | undefined },
  envelope: string,
): Promise<Versioned> {
  const { body, etag } = await callWithEtag(operation, request as never)
  return { item: (body as unknown as Record<string, object>)[envelope]!, etag }
}

/** Queries an object; `receive` replaces it by a newer one. */
export function useItem(resource: Resource, uid: string) {
  const client = useQueryClient()
  const { agency } = useSession()
  const queryKey = [queryName(resource), 'item', uid]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readItem(resource, uid, signal),
    staleTime: freshMs,
    // Another user may have changed it since.
    refetchOnMount: 'always',
  })
  const receive = (latest: Versioned) => {
    client.setQueryData(queryKey, latest)
    for (const part of ['list', agency.uid])
      void client.invalidateQueries({ queryKey: [queryName(resource), part] })
  }
  return { data, error, refetch, receive }
}

/** Returns the endpoint that changes an object, or null if there is none. */
export function findEndpoint({ path, one }: Resource, uid: string): Endpoint | null {
  const operation = (['PATCH', 'PUT'] as const)
    .map(method => `${method} ${path}/{uid}` as FormOperation)
    .find(candidate => candidate in schemas)
  return operation ? { operation, path: { uid }, envelope: one } : null
}

/** Returns a function that deletes an object: after a delay, or at once. */
export function useRemove(resource: Resource) {
  const delay = useDelay()
  return (item: Item, { isImmediate = false } = {}) =>
    delay({
      object: item.uid,
      noun: queryName(resource),
      action: 'remove',
      ms: isImmediate ? 0 : delayMs.deletion,
      name: resource.title(item),
      reads: [queryName(resource)],
      send: options => {
        const request = { path: { uid: item.uid }, ...options, isDelayed: true } as never
        return call(`DELETE ${resource.path}/{uid}` as OperationName, request)
      },
    })
}

/** Parameters of the list of the agency. */
export function useScope(resource: Resource): ListParameters {
  return resource.scope(useSession())
}
