/** Views of the list that somebody keeps: on the server, for every browser. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { Icon } from '../../kit/icons.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useSavedViews } from '../../kit/views/saved-views.read.ts'
import { useWords } from '../../words/words.tsx'

export function SavedViews({ search }: { search: string }) {
  const { leads: words } = useWords()
  const { views, save, remove, error } = useSavedViews('leads')
  const [name, setName] = useState<string | null>(null)
  const isSaved = search === '' || views.some(view => view.search === search)
  const add = () => {
    const text = name?.trim()
    if (!text) return
    save({ name: text, search })
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
            onPress={() => remove(view.name)}
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
      {error ? <Problem error={error} /> : null}
    </div>
  )
}
