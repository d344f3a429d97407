import { Button } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { ChangeAddress } from '../address.ts'
import { usePageActs } from '../frame/page-acts.ts'
import { Icon } from '../kit/icons.tsx'
import { useGridSpoken } from '../words/calendar-words.ts'
import { dayText } from '../words/format.ts'
import { dateOf, monthsFrom, readDay } from './days.ts'
import { type View, views } from './density.ts'
import { FilterMenu } from './filters/filter-menu.tsx'
import { type Filters, filterParameters } from './filters/filters.ts'
import type { House } from './lines.ts'

interface ToolbarProps {
  first: number
  today: number
  view: View
  filters: Filters
  houses: readonly House[]
  count: number
  go: (day: number) => void
  change: ChangeAddress
}

/** Which days, which properties, and what their rows show. */
export function Toolbar(props: ToolbarProps) {
  const { first, today, view, filters, houses, count, go, change } = props
  const { words, locale } = useGridSpoken()
  const { calendar } = words
  const named = (act: string) => `${words.pages.calendar}: ${act}`
  usePageActs([
    { name: named(calendar.today), run: () => go(today - 2) },
    { name: named(calendar.earlier), run: () => go(monthsFrom(first, -1)) },
    { name: named(calendar.later), run: () => go(monthsFrom(first, 1)) },
    ...views.map(one => {
      const run = () => change({ density: one }, { replace: true })
      return { name: `${calendar.density}: ${calendar[one]}`, run }
    }),
  ])
  return (
    <div className="toolbar">
      <div className="group">
        <Button
          className="icon-button lined"
          aria-label={calendar.earlier}
          onPress={() => go(monthsFrom(first, -1))}
        >
          <Icon name="left" />
        </Button>
        <Button className="button plain" onPress={() => go(today - 2)}>
          {calendar.today}
        </Button>
        <Button
          className="icon-button lined"
          aria-label={calendar.later}
          onPress={() => go(monthsFrom(first, 1))}
        >
          <Icon name="right" />
        </Button>
      </div>
      <p className="month">{dayText(first + 2, locale, 'month')}</p>
      <input
        className="field date"
        type="date"
        aria-label={calendar.goToDate}
        value={dateOf(first)}
        onChange={({ target }) => {
          const day = readDay(target.value)
          if (day !== null) go(day)
        }}
      />
      <input
        id="house-filter"
        className="field filter"
        type="search"
        aria-label={calendar.filter}
        placeholder={calendar.filterBy}
        value={filters.query}
        onChange={({ target }) => change({ query: target.value }, { replace: true })}
      />
      <FilterMenu
        filters={filters}
        houses={houses}
        set={next => change(filterParameters(next), { replace: true })}
      />
      <p className="quiet count" role="status">
        {calendar.properties(count)}
      </p>
      <ToggleButtonGroup
        className="toggle"
        aria-label={calendar.density}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={([chosen]) => change({ density: String(chosen) }, { replace: true })}
      >
        {views.map(one => (
          <ToggleButton key={one} id={one} className="toggle-button">
            {calendar[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
