/** Filters of the calendar and saved views. */
import { Button } from 'react-aria-components/Button'
import { useCalendarTranslations } from '../../i18n/calendar-translations.ts'
import { dateOf, readDay } from '../../shared/days.ts'
import type { CalendarProperty } from '../../shared/property.ts'
import { SavedViews } from '../../shared/saved-views/saved-views.tsx'
import { TagChoice } from '../../shared/tags.tsx'
import { Input, Select } from '../../ui/form.tsx'
import { type Filters, filterParameters, noFilters, readFilters } from './filters.ts'

export interface FilterProps {
  filters: Filters
  properties: readonly CalendarProperty[]
  set: (filters: Filters) => void
}

export function FilterForm(props: FilterProps) {
  return (
    <>
      <FilterFields {...props} />
      <Views {...props} />
    </>
  )
}

function FilterFields({ filters, properties, set }: FilterProps) {
  const { filters: texts } = useCalendarTranslations()
  const { tags, city, guests, freeFrom, freeTo } = filters
  const change = (changes: Partial<Filters>) => set({ ...filters, ...changes })
  const cities = [...new Set(properties.map(property => property.city ?? ''))].filter(
    city => city !== '',
  )
  const dateText = (day: number | null) => (day === null ? '' : dateOf(day))
  return (
    <div className="form">
      <div className="form-pair">
        <Input
          label={texts.freeFrom}
          type="date"
          value={dateText(freeFrom)}
          change={text => change({ freeFrom: readDay(text) })}
        />
        <Input
          label={texts.freeTo}
          type="date"
          value={dateText(freeTo)}
          change={text => change({ freeTo: readDay(text) })}
        />
      </div>
      <div className="form-pair">
        <Input
          label={texts.guests}
          type="number"
          min={1}
          value={guests === null ? '' : String(guests)}
          change={text => change({ guests: Number(text) > 0 ? Math.floor(Number(text)) : null })}
        />
        <Select
          label={texts.city}
          value={city}
          change={chosen => change({ city: chosen })}
          options={[['', texts.any], ...cities.sort().map(name => [name, name] as const)]}
        />
      </div>
      <TagChoice label={texts.tags} tags={tags} change={chosen => change({ tags: chosen })} />
      <div className="form-end">
        <Button className="button plain" onPress={() => set(noFilters)}>
          {texts.clear}
        </Button>
      </div>
    </div>
  )
}

function Views({ filters, set }: FilterProps) {
  const { filters: texts } = useCalendarTranslations()
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filterParameters(filters))) {
    if (value !== null) search.set(name, value)
  }
  const show = (saved: string) => set(readFilters(new URLSearchParams(saved)))
  return <SavedViews page="calendar" search={String(search)} show={show} texts={texts} />
}
