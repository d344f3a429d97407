/** Views of the list that somebody keeps: on the server, for every browser. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { Icon } from '../kit/icons.tsx'
import { Problem } from '../kit/problem.tsx'
import { useWords } from '../words/words.tsx'

interface View {
  name: string
  /** The search of its address. */
  search: string
}

const viewsMax = 20

export function SavedViews({ search }: { search: string }) {
  const { leads: words } = useWords()
  const { views, save } = useViews()
  const [name, setName] = useState<string | null>(null)
  const isSaved = search === '' || views.some(view => view.search === search)
  const add = () => {
    const text = name?.trim()
    if (!text) return
    const others = views.filter(view => view.name !== text)
    void save.run([...others, { name: text, search }].slice(-viewsMax))
    setName(null)
  }
  if (views.length === 0 && isSaved) return null
  return (
    <div className="lead-views" role="group" aria-label={words.views}>
      {views.map(view => (
        <span key={view.name} className={view.search === search ? 'view is-shown' : 'view'}>
          <Link href={`/leads?${view.search}`}>
            <bdi>{view.name}</bdi>
          </Link>
          <Button
            className="tag-remove"
            aria-label={words.deleteView(view.name)}
            onPress={() => save.run(views.filter(one => one !== view))}
          >
            <Icon name="close" />
          </Button>
        </span>
      ))}
      {isSaved ? null : name === null ? (
        <Button className="button plain small" onPress={() => setName('')}>
          {words.saveView}
        </Button>
      ) : (
        <form
          className="view-form"
          onSubmit={event => {
            event.preventDefault()
            add()
          }}
        >
          <input
            autoFocus
            className="field"
            aria-label={words.viewName}
            placeholder={words.viewName}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" className="button small">
            {words.saveView}
          </Button>
        </form>
      )}
      {save.error ? <Problem error={save.error} /> : null}
    </div>
  )
}

/** They stand among the preferences, of which the others are left as they are. */
function useViews() {
  const client = useQueryClient()
  const queryKey = ['preferences']
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call('GET /session/preferences', { signal })).preferences,
  })
  const save = useWrite(
    async (leadViews: View[], key) => {
      const { preferences } = await call('GET /session/preferences')
      const views = { ...(preferences.views as object | undefined), leads: leadViews }
      const body = { preferences: { ...preferences, views } }
      return call('PUT /session/preferences', { body, key })
    },
    ({ preferences }) => client.setQueryData(queryKey, preferences),
  )
  return { views: viewsOf(data), save }
}

function viewsOf(preferences: Record<string, unknown> | undefined): View[] {
  const { leads: views } = (preferences?.views ?? {}) as Record<string, unknown>
  if (!Array.isArray(views)) return []
  return views.filter((view): view is View => {
    return typeof view?.name === 'string' && typeof view?.search === 'string'
  })
}
