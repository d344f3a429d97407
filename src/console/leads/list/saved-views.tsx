/** Saved views of the list, stored on the server for every browser. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { useTranslations } from '../../i18n/translations.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useSavedViews } from '../../shared/saved-views/saved-views.query.ts'
import { Icon } from '../../ui/icons.tsx'

export function SavedViews({ search }: { search: string }) {
  const { leads: texts } = useTranslations()
  const { views, save, remove, error } = useSavedViews('reservations')
  const [name, setName] = useState<string | null>(null)
  const isSaved = search === '' || views.some(view => view.search === search)
  const add = () => {
    const trimmedName = name?.trim()
    if (!trimmedName) return
    save({ name: trimmedName, search })
    setName(null)
  }
  if (views.length === 0 && isSaved) return null
  return (
    <div className="lead-views" role="group" aria-label={texts.views}>
      {views.map(view => (
        <span key={view.name} className={view.search === search ? 'view is-shown' : 'view'}>
          <Link href={`/reservations?${view.search}`}>
            <bdi>{view.name}</bdi>
          </Link>
          <Button
            className="tag-remove"
            aria-label={texts.deleteView(view.name)}
            onPress={() => remove(view.name)}
          >
            <Icon name="close" />
          </Button>
        </span>
      ))}
      {isSaved ? null : name === null ? (
        <Button className="button plain small" onPress={() => setName('')}>
          {texts.saveView}
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
            aria-label={texts.viewName}
            placeholder={texts.viewName}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" className="button small">
            {texts.saveView}
          </Button>
        </form>
      )}
      {error ? <Problem error={error} /> : null}
    </div>
  )
}
