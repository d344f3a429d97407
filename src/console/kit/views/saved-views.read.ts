/** Views of a page that somebody has saved: on the server, for all of their browsers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changePreferences, readPreferences } from '../../api/preferences.read.ts'
import { showToast, undoBy } from '../toasts/toasts.ts'

export interface SavedView {
  name: string
  /** What of the address makes the view, as `tags=lake&guests=4`. */
  search: string
}

const viewsMax = 20

const queryKey = ['preferences']

/** Those of a page; what else is remembered stays as it is. */
export function useSavedViews(page: string) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await readPreferences(signal)).preferences,
  })
  const write = useMutation({
    mutationFn: (change: (views: SavedView[]) => SavedView[]) =>
      changePreferences(all => {
        const views = { ...(all.views as object), [page]: change(viewsOf(all, page)) }
        return { ...all, views }
      }),
    onSuccess: preferences => client.setQueryData(queryKey, preferences),
  })
  const without = (name: string) => (views: SavedView[]) => views.filter(one => one.name !== name)
  const withView = (view: SavedView) => (views: SavedView[]) =>
    [...without(view.name)(views), view].slice(-viewsMax)
  return {
    views: data ? viewsOf(data, page) : [],
    save: (view: SavedView) =>
      write.mutate(withView(view), {
        onSuccess: () => showToast({ text: toasts => toasts.viewSaved(view.name) }),
      }),
    remove: (name: string) => {
      const removed = data && viewsOf(data, page).find(one => one.name === name)
      const actions = removed ? [undoBy(() => write.mutateAsync(withView(removed)))] : []
      write.mutate(without(name), {
        onSuccess: () => showToast({ text: toasts => toasts.did.remove(name), actions }),
      })
    },
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
