import { Button } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { useGridLocalization } from '../i18n/calendar-translations.ts'
import { dayText } from '../i18n/format.ts'
import type { ChangeAddress } from '../routing/address.ts'
import { addMonths, dateOf, readDay } from '../shared/days.ts'
import { usePageActions } from '../shared/page-actions.ts'
import type { CalendarProperty } from '../shared/property.ts'
import { Icon } from '../ui/icons.tsx'
import { type View, views } from './density.ts'
import { FilterMenu } from './filters/filter-menu.tsx'
import { type Filters, filterParameters } from './filters/filters.ts'

/** Past days that are visible left of today. */
export const pastDays = 2

interface ToolbarProps {
  firstDay: number
  today: number
  view: View
  filters: Filters
  properties: readonly CalendarProperty[]
  propertyCount: number
  goToDay: (day: number) => void
  changeAddress: ChangeAddress
}

/** Renders the controls for days, properties and the content of rows. */
export function Toolbar(props: ToolbarProps) {
  const { firstDay, today, view, filters, properties, propertyCount, goToDay, changeAddress } =
    props
  const { texts, locale } = useGridLocalization()
  const { calendar } = texts
  const actionName = (action: string) => `${texts.pages.calendar}: ${action}`
  usePageActions([
    { name: actionName(calendar.today), run: () => goToDay(today - pastDays) },
    { name: actionName(calendar.earlier), run: () => goToDay(addMonths(firstDay, -1)) },
    { name: actionName(calendar.later), run: () => goToDay(addMonths(firstDay, 1)) },
    ...views.map(name => {
      const run = () => changeAddress({ density: name }, { replace: true })
      return { name: `${calendar.density}: ${calendar[name]}`, run }
    }),
  ])
  return (
    <div className="toolbar">
      <div className="group">
        <Button
          className="icon-button lined"
          aria-label={calendar.earlier}
          onPress={() => goToDay(addMonths(firstDay, -1))}
        >
          <Icon name="left" />
        </Button>
        <Button className="button plain" onPress={() => goToDay(today - pastDays)}>
          {calendar.today}
        </Button>
        <Button
          className="icon-button lined"
          aria-label={calendar.later}
          onPress={() => goToDay(addMonths(firstDay, 1))}
        >
          <Icon name="right" />
        </Button>
      </div>
      <p className="month">{dayText(firstDay + pastDays, locale, 'month')}</p>
      <input
        className="field date"
        type="date"
        aria-label={calendar.goToDate}
        value={dateOf(firstDay)}
        onChange={({ target }) => {
          const day = readDay(target.value)
          if (day !== null) goToDay(day)
        }}
      />
      <input
        id="property-filter"
        className="field filter"
        type="search"
        aria-label={calendar.filter}
        placeholder={calendar.filterBy}
        value={filters.query}
        onChange={({ target }) => changeAddress({ query: target.value }, { replace: true })}
      />
      <FilterMenu
        filters={filters}
        properties={properties}
        set={next => changeAddress(filterParameters(next), { replace: true })}
      />
      <p className="quiet count" role="status">
        {calendar.properties(propertyCount)}
      </p>
      <ToggleButtonGroup
        className="toggle"
        aria-label={calendar.density}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={([chosenView]) =>
          changeAddress({ density: String(chosenView) }, { replace: true })
        }
      >
        {views.map(name => (
          <ToggleButton key={name} id={name} className="toggle-button">
            {calendar[name]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
