/** List of saved views, and a field to save the current one. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Icon } from '../../ui/icons.tsx'
import { Problem } from '../problem.tsx'
import { useSavedViews } from './saved-views.query.ts'

interface SavedViewsProps {
  page: string
  /** Query string of the current view. */
  search: string
  show: (search: string) => void
  texts: {
    views: string
    view: string
    save: string
    remove: (name: string) => string
    noViews: string
  }
}

const nameMax = 60

export function SavedViews({ page, search, show, texts }: SavedViewsProps) {
  const { views, save, remove, error } = useSavedViews(page)
  const [name, setName] = useState('')
  return (
    <section className="saved-views">
      <h2>{texts.views}</h2>
      {views.length === 0 ? <p className="quiet small">{texts.noViews}</p> : null}
      <ul>
        {views.map(view => (
          <li key={view.name}>
            <button type="button" className="row-button" onClick={() => show(view.search)}>
              {view.name}
            </button>
            <Button
              className="icon-button small"
              aria-label={texts.remove(view.name)}
              onPress={() => remove(view.name)}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="save-view"
        onSubmit={event => {
          event.preventDefault()
          save({ name: name.trim(), search })
          setName('')
        }}
      >
        <input
          className="field"
          dir="auto"
          aria-label={texts.view}
          placeholder={texts.view}
          maxLength={nameMax}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" className="button plain" isDisabled={name.trim() === ''}>
          {texts.save}
        </Button>
      </form>
      {error ? <Problem error={error} /> : null}
    </section>
  )
}
