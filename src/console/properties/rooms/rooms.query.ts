/** Query and write of the rooms of a property, with their ETag. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { callWithEtag } from '../../api/call.ts'
import { isEditConflict } from '../../api/problem.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import type { KeyedRoom } from './room.ts'

type Response = ResponseOf<'GET /rooms'>

export type StoredRoom = Response['rooms'][number]

export interface StoredRooms {
  rooms: readonly StoredRoom[]
  etag: string | undefined
}

const keyOf = (propertyUid: string) => ['properties', 'rooms', propertyUid]

export function useRooms(propertyUid: string) {
  return useQuery({
    queryKey: keyOf(propertyUid),
    queryFn: async ({ signal }): Promise<StoredRooms> => {
      const { body, etag } = await callWithEtag('GET /rooms', { query: { propertyUid }, signal })
      return { rooms: body.rooms, etag }
    },
  })
}

interface RoomsInput {
  rooms: readonly KeyedRoom[]
  etag: string | undefined
}

/** Returns the write that replaces all rooms. After a conflict, the query has the latest ones. */
export function useRoomsWrite(
  propertyUid: string,
  name: string,
  onSaved: (saved: StoredRooms) => void,
) {
  const client = useQueryClient()
  return useWrite(
    (input: RoomsInput, key) => replaceRooms(client, propertyUid, input, key),
    saved => {
      onSaved(saved)
      client.setQueryData(keyOf(propertyUid), saved)
      void invalidateProperties(client)
    },
    () => ({ text: toasts => toasts.fieldSaved(name) }),
  )
}

async function replaceRooms(
  client: QueryClient,
  propertyUid: string,
  { rooms, etag }: RoomsInput,
  key: string,
): Promise<StoredRooms> {
  const numbered = rooms.map(({ key: _, ...room }, i) => ({ ...room, roomNumber: i + 1 }))
  const body = { propertyUid, rooms: numbered }
  try {
    const response = await callWithEtag('PUT /rooms-bulk', { body, etag, key })
    return { rooms: response.body.rooms, etag: response.etag }
  } catch (error) {
    if (isEditConflict(error)) {
      const { rooms } = error.body.current as Response
      client.setQueryData(keyOf(propertyUid), { rooms, etag: error.etag })
    }
    throw error
  }
}
