/** Saved views of a page, stored in the preferences of the user on the server. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changePreferences, readPreferences } from '../../api/preferences.query.ts'
import { addToast, undoAction } from '../../ui/toasts.ts'

export interface SavedView {
  name: string
  /** Query string of the view, such as `tags=lake&guests=4`. */
  search: string
}

const viewsMax = 20

/** Names under which earlier releases stored the views of a page. */
const formerNames: Readonly<Record<string, string>> = { reservations: 'leads' }

const queryKey = ['preferences']

/** Queries and changes the saved views of a page; other preferences are unchanged. */
export function useSavedViews(page: string) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await readPreferences(signal)).preferences,
  })
  const write = useMutation({
    mutationFn: (change: (views: SavedView[]) => SavedView[]) =>
      changePreferences(preferences => {
        const views = {
          ...(preferences.views as object),
          [page]: change(readViews(preferences, page)),
        }
        return { ...preferences, views }
      }),
    onSuccess: preferences => client.setQueryData(queryKey, preferences),
  })
  const withoutView = (name: string) => (views: SavedView[]) =>
    views.filter(view => view.name !== name)
  const withView = (view: SavedView) => (views: SavedView[]) =>
    [...withoutView(view.name)(views), view].slice(-viewsMax)
  return {
    views: data ? readViews(data, page) : [],
    save: (view: SavedView) =>
      write.mutate(withView(view), {
        onSuccess: () => addToast({ text: toasts => toasts.viewSaved(view.name) }),
      }),
    remove: (name: string) => {
      const removed = data && readViews(data, page).find(view => view.name === name)
      const actions = removed ? [undoAction(() => write.mutateAsync(withView(removed)))] : []
      write.mutate(withoutView(name), {
        onSuccess: () => addToast({ text: toasts => toasts.succeeded.remove(name), actions }),
      })
    },
    error: write.error,
  }
}

function readViews(preferences: Record<string, unknown>, page: string): SavedView[] {
  const stored = preferences.views as Record<string, unknown> | undefined
  const views = stored?.[page] ?? stored?.[formerNames[page] ?? page]
  if (!Array.isArray(views)) return []
  return views.filter(
    view => typeof view?.name === 'string' && typeof view.search === 'string',
  ) as SavedView[]
}
