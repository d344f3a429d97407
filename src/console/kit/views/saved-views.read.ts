/** Views of a page that somebody has saved: on the server, for all of their browsers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callTagged } from '../../api/call.ts'
import { isChangedMeanwhile } from '../../api/problem.ts'

export interface SavedView {
  name: string
  /** What of the address makes the view, as `tags=lake&guests=4`. */
  search: string
}

const viewsMax = 20

const queryKey = ['preferences']

type Preferences = Record<string, unknown>

interface Stored {
  preferences: Preferences
  etag: string | undefined
}

async function readPreferences(signal?: AbortSignal): Promise<Stored> {
  const { answer, etag } = await callTagged('GET /session/preferences', { signal })
  return { preferences: answer.preferences, etag }
}

/** Makes others of what is stored, and of what another browser has stored meanwhile. */
async function changePreferences(
  change: (preferences: Preferences) => Preferences,
  { preferences, etag }: Stored,
  triesLeft = 5,
): Promise<Preferences> {
  try {
    const body = { preferences: change(preferences) }
    return (await callTagged('PUT /session/preferences', { body, etag })).answer.preferences
  } catch (error) {
    if (!isChangedMeanwhile(error) || triesLeft === 0) throw error
    const current = error.body.current as Preferences
    return changePreferences(change, { preferences: current, etag: error.etag }, triesLeft - 1)
  }
}

/** Those of a page; what else is remembered stays as it is. */
export function useSavedViews(page: string) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await readPreferences(signal)).preferences,
  })
  const write = useMutation({
    mutationFn: async (change: (views: SavedView[]) => SavedView[]) =>
      changePreferences(
        all => {
          const views = { ...(all.views as object), [page]: change(viewsOf(all, page)) }
          return { ...all, views }
        },
        await readPreferences(),
      ),
    onSuccess: preferences => client.setQueryData(queryKey, preferences),
  })
  const without = (name: string) => (views: SavedView[]) => views.filter(one => one.name !== name)
  return {
    views: data ? viewsOf(data, page) : [],
    save: (view: SavedView) =>
      write.mutate(views => [...without(view.name)(views), view].slice(-viewsMax)),
    remove: (name: string) => write.mutate(without(name)),
    error: write.error,
  }
}

function viewsOf(preferences: Record<string, unknown>, page: string): SavedView[] {
  const views = (preferences.views as Record<string, unknown> | undefined)?.[page]
  if (!Array.isArray(views)) return []
  return views.filter(
    view => typeof view?.name === 'string' && typeof view.search === 'string',
  ) as SavedView[]
}
