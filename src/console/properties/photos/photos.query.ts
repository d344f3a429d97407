/** Queries and writes of the photos of a property. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { withRetries } from '../../shared/writes/use-write.ts'
import { addToast } from '../../ui/toasts.ts'
import type { Property } from '../property.query.ts'
import type { Photo } from './uploads.ts'

const queryKeyOf = (propertyUid: string) => ['properties', 'photos', propertyUid]

/** Queries the photos of a property in their order. */
export function usePhotos(propertyUid: string) {
  return useQuery({
    queryKey: queryKeyOf(propertyUid),
    queryFn: async ({ signal }) =>
      (await call('GET /photos', { query: { propertyUid }, signal })).photos,
  })
}

/** Returns functions that change the photos; a refused order is restored. */
export function usePhotoWrites({ uid: propertyUid, name }: Property) {
  const client = useQueryClient()
  const queryKey = queryKeyOf(propertyUid)
  const read = () => client.getQueryData<Photo[]>(queryKey) ?? []
  const set = (photos: Photo[]) => client.setQueryData(queryKey, photos)
  const run = async (photos: Photo[], write: () => Promise<unknown>) => {
    const previous = read()
    await client.cancelQueries({ queryKey })
    set(photos)
    try {
      await withRetries(write)
    } catch (error) {
      set(previous)
      addToast({ text: toasts => toasts.notSaved(name), error })
    }
    await invalidateProperties(client)
  }
  return {
    // The event of the upload refreshes what depends on it.
    add: (photo: Photo) => {
      set([...read().filter(({ uid }) => uid !== photo.uid), photo])
    },
    setOrder: (photos: Photo[]) => {
      const body = { propertyUid, photoUids: photos.map(({ uid }) => uid) }
      const key = newKey()
      return run(photos, () => call('PUT /photos/order', { body, key }))
    },
    // The field keeps the input until the list has it.
    setCaption: async ({ uid }: Photo, description: string | null) => {
      const request = { path: { uid }, body: { description }, key: newKey() }
      try {
        await withRetries(() => call('PUT /photos/{uid}', request))
      } catch (error) {
        addToast({ text: toasts => toasts.notSaved(name), error })
      }
      await invalidateProperties(client)
    },
  }
}
