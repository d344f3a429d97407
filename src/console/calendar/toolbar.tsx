import { Button } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { ChangeAddress } from '../address.ts'
import { Icon } from '../kit/icons.tsx'
import { dayText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { dateOf, monthsFrom, readDay } from './days.ts'
import { type Density, densities } from './density.ts'

interface ToolbarProps {
  first: number
  today: number
  density: Density
  query: string
  count: number
  go: (day: number) => void
  change: ChangeAddress
}

/** Which days, which properties, and what their rows show. */
export function Toolbar(props: ToolbarProps) {
  const { first, today, density, query, count, go, change } = props
  const { words, locale } = useSpoken()
  const { calendar } = words
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
        placeholder={calendar.filter}
        value={query}
        onChange={({ target }) => change({ query: target.value }, { replace: true })}
      />
      <p className="quiet count" role="status">
        {calendar.properties(count)}
      </p>
      <ToggleButtonGroup
        className="toggle"
        aria-label={calendar.density}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[density]}
        onSelectionChange={([chosen]) =>
          change({ density: chosen === 'rates' ? 'rates' : null }, { replace: true })
        }
      >
        {densities.map(one => (
          <ToggleButton key={one} id={one} className="toggle-button">
            {calendar[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
