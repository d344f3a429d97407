/** Menu with the filters of the calendar and saved views. */
import { Suspense } from 'react'
import { useCalendarTranslations } from '../../i18n/calendar-translations.ts'
import { lazyComponent } from '../../routing/lazy.ts'
import { FilterPopover } from '../../ui/popover/filter-popover.tsx'
import type { FilterProps } from './filter-form.tsx'
import { countFilters } from './filters.ts'

const FilterForm = lazyComponent(async () => (await import('./filter-form.tsx')).FilterForm)

export function FilterMenu(props: FilterProps) {
  const { filters: texts } = useCalendarTranslations()
  const count = countFilters(props.filters)
  return (
    <FilterPopover
      count={count}
      label={count > 0 ? texts.on(count) : texts.button}
      title={texts.title}
    >
      <Suspense>
        <FilterForm {...props} />
      </Suspense>
    </FilterPopover>
  )
}
