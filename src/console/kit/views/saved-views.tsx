/** A list of saved views, and a field to save the present one. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Icon } from '../icons.tsx'
import { Problem } from '../problem.tsx'
import { useSavedViews } from './saved-views.read.ts'

interface SavedViewsProps {
  page: string
  /** What of the address makes the present view. */
  search: string
  show: (search: string) => void
  words: {
    views: string
    view: string
    save: string
    remove: (name: string) => string
    noViews: string
  }
}

const nameMax = 60

export function SavedViews({ page, search, show, words }: SavedViewsProps) {
  const { views, save, remove, error } = useSavedViews(page)
  const [name, setName] = useState('')
  return (
    <section className="saved-views">
      <h2>{words.views}</h2>
      {views.length === 0 ? <p className="quiet small">{words.noViews}</p> : null}
      <ul>
        {views.map(view => (
          <li key={view.name}>
            <button type="button" className="row-button" onClick={() => show(view.search)}>
              {view.name}
            </button>
            <Button
              className="icon-button small"
              aria-label={words.remove(view.name)}
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
          aria-label={words.view}
          placeholder={words.view}
          maxLength={nameMax}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" className="button plain" isDisabled={name.trim() === ''}>
          {words.save}
        </Button>
      </form>
      {error ? <Problem error={error} /> : null}
    </section>
  )
}
