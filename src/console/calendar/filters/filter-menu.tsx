/** Narrows the calendar to some properties, and keeps ways of looking at it. */
import { Suspense } from 'react'
import { comesLater } from '../../comes-later.ts'
import { FilterPopover } from '../../kit/views/filter-popover.tsx'
import { useCalendarWords } from '../../words/calendar-words.ts'
import type { FilterProps } from './filter-form.tsx'
import { countOf } from './filters.ts'

const FilterForm = comesLater(async () => (await import('./filter-form.tsx')).FilterForm)

export function FilterMenu(props: FilterProps) {
  const { filters: words } = useCalendarWords()
  const count = countOf(props.filters)
  return (
    <FilterPopover
      count={count}
      label={count > 0 ? words.on(count) : words.button}
      title={words.title}
    >
      <Suspense>
        <FilterForm {...props} />
      </Suspense>
    </FilterPopover>
  )
}
