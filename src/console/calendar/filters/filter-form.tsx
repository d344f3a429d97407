/** Which properties the calendar shows, and the views that are kept. */
import { Button } from 'react-aria-components/Button'
import { Input, Select } from '../../kit/form.tsx'
import { TagChoice } from '../../kit/tags/tag-choice.tsx'
import { SavedViews } from '../../kit/views/saved-views.tsx'
import { useCalendarWords } from '../../words/calendar-words.ts'
import { dateOf, readDay } from '../days.ts'
import type { House } from '../lines.ts'
import { type Filters, filterParameters, noFilters, readFilters } from './filters.ts'

export interface FilterProps {
  filters: Filters
  houses: readonly House[]
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

function FilterFields({ filters, houses, set }: FilterProps) {
  const { filters: words } = useCalendarWords()
  const { tags, city, guests, freeFrom, freeTo } = filters
  const change = (some: Partial<Filters>) => set({ ...filters, ...some })
  const cities = [...new Set(houses.map(house => house.city ?? ''))].filter(one => one !== '')
  const dateText = (day: number | null) => (day === null ? '' : dateOf(day))
  return (
    <div className="form">
      <div className="form-pair">
        <Input
          label={words.freeFrom}
          type="date"
          value={dateText(freeFrom)}
          change={text => change({ freeFrom: readDay(text) })}
        />
        <Input
          label={words.freeTo}
          type="date"
          value={dateText(freeTo)}
          change={text => change({ freeTo: readDay(text) })}
        />
      </div>
      <div className="form-pair">
        <Input
          label={words.guests}
          type="number"
          min={1}
          value={guests === null ? '' : String(guests)}
          change={text => change({ guests: Number(text) > 0 ? Math.floor(Number(text)) : null })}
        />
        <Select
          label={words.city}
          value={city}
          change={chosen => change({ city: chosen })}
          options={[['', words.any], ...cities.sort().map(one => [one, one] as const)]}
        />
      </div>
      <TagChoice label={words.tags} tags={tags} change={chosen => change({ tags: chosen })} />
      <div className="form-end">
        <Button className="button plain" onPress={() => set(noFilters)}>
          {words.clear}
        </Button>
      </div>
    </div>
  )
}

function Views({ filters, set }: FilterProps) {
  const { filters: words } = useCalendarWords()
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filterParameters(filters))) {
    if (value !== null) search.set(name, value)
  }
  const show = (saved: string) => set(readFilters(new URLSearchParams(saved)))
  return <SavedViews page="calendar" search={String(search)} show={show} words={words} />
}
