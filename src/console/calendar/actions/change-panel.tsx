/** Form that confirms a move of a stay, with dates and prices before and after. */
import { useMemo, useState } from 'react'
import { useCalendarTranslations, useGridLocalization } from '../../i18n/calendar-translations.ts'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { dateOf, readDay } from '../../shared/days.ts'
import { Problem } from '../../shared/problem.tsx'
import type { CalendarProperty } from '../../shared/property.ts'
import { WriteForm } from '../../shared/writes/write-form.tsx'
import { Input, Select } from '../../ui/form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { barName, lineName } from '../grid/aria-labels.ts'
import type { Obstacle } from '../grid/overlays.tsx'
import { findPropertyLine, unitLine } from '../lines.ts'
import { isUnchanged, type Placement } from '../placement.ts'
import { useDateRangeText } from './action-bar.tsx'
import { type Alternative, isNotAvailable, UnavailableNights } from './action-error.tsx'
import { useAlteration, useChangePrices } from './change.query.ts'
import { PlacementConflict, usePlacementConflict } from './placement-conflict.tsx'
import { PriceTable } from './price-table.tsx'

interface ChangePanelProps {
  placement: Placement
  properties: readonly CalendarProperty[]
  /** Previews the new position in the grid. */
  proposePlacement: (placement: Placement) => void
  setObstacles: (obstacles: readonly Obstacle[]) => void
  openLead: (uid: string) => void
  /** Closes the form, after confirmation if it has input; `finish` needs none. */
  close: () => void
  finish: () => void
}

export function ChangePanel(props: ChangePanelProps) {
  const { placement, properties, proposePlacement, setObstacles, openLead, close, finish } = props
  const { change } = useCalendarTranslations()
  const { texts } = useGridLocalization()
  const [retainsPrices, setRetainsPrices] = useState(false)
  const isUnmoved = isUnchanged(placement)
  const requestedLines = useMemo(() => [placement.line], [placement.line])
  const prices = useChangePrices(placement, retainsPrices)
  const [hasInput, setHasInput] = useState(false)
  const leave = useUnsaved(hasInput, staysOnPage, finish)
  const write = useAlteration(leave)
  const conflict = usePlacementConflict(placement, properties, proposePlacement, write.isPending)
  const hasConflict = conflict.names.length > 0
  const error = prices.error ?? write.error
  const apply = ({ from = placement.from, to = placement.to, unitUid }: Alternative) => {
    write.clearError()
    const { property } = placement.line
    const unit = property.units.find(candidate => candidate.unitUid === unitUid)
    const line = unit ? unitLine(placement.line, unit) : placement.line
    proposePlacement({ ...placement, from, to, line })
  }
  const unavailableNights = isNotAvailable(error) ? (
    <UnavailableNights
      error={error}
      lines={requestedLines}
      {...{ setObstacles, openLead, apply }}
    />
  ) : undefined
  return (
    <SidePanel title={change.title} close={close}>
      <p>
        <b>{barName(placement.stay, texts)}</b>
      </p>
      <BeforeAndAfter placement={placement} properties={properties} />
      <WriteForm
        write={write}
        input={() => (isUnmoved ? null : { placement, overrides: prices.overrides })}
        submit={change.submit}
        close={leave}
        isDisabled={isUnmoved || hasConflict || prices.isPending || Boolean(prices.error)}
        problem={unavailableNights}
      >
        <PlacementFields
          placement={placement}
          properties={properties}
          proposePlacement={next => {
            setHasInput(true)
            proposePlacement(next)
          }}
        />
        {hasConflict ? <PlacementConflict {...{ conflict, placement, properties }} /> : null}
        {prices.order && prices.quote && !isUnmoved ? (
          <PriceTable
            order={prices.order}
            quote={prices.quote}
            retainsPrices={retainsPrices}
            setRetainsPrices={setRetainsPrices}
          />
        ) : null}
        {prices.isPending ? <p className="quiet">{change.reckoning}</p> : null}
        {isUnmoved ? (
          <p className="quiet">{change.same}</p>
        ) : (
          <p className="quiet">{change.told}</p>
        )}
        {prices.error
          ? (unavailableNights ?? <Problem error={prices.error} retry={prices.retry} />)
          : null}
      </WriteForm>
    </SidePanel>
  )
}

function BeforeAndAfter({
  placement,
  properties,
}: Pick<ChangePanelProps, 'placement' | 'properties'>) {
  const { change } = useCalendarTranslations()
  const { texts } = useGridLocalization()
  const { stay, line, from, to } = placement
  const property = properties.find(({ propertyUid }) => propertyUid === stay.propertyUid)
  const unit = property?.units.find(({ unitUid }) => unitUid === stay.unitUid)
  const position = [property?.name, unit && texts.calendar.unit(unit.name)]
    .filter(Boolean)
    .join(', ')
  return (
    <dl className="facts">
      <div>
        <dt>{change.now}</dt>
        <dd>
          {useDateRangeText(stay.from, stay.to)}
          <br />
          {position}
        </dd>
      </div>
      <div>
        <dt>{change.later}</dt>
        <dd>
          <b>{useDateRangeText(from, to)}</b>
          <br />
          <b>{lineName(line, texts)}</b>
        </dd>
      </div>
    </dl>
  )
}

/** Maximum distance of a new date from the arrival, in days. A partly typed year exceeds it. */
const distanceMaxDays = 1_830

function PlacementFields({
  placement,
  properties,
  proposePlacement,
}: Pick<ChangePanelProps, 'placement' | 'properties' | 'proposePlacement'>) {
  const { change } = useCalendarTranslations()
  const { texts } = useGridLocalization()
  const { line, from, to, stay } = placement
  const isNear = (day: number | null): day is number =>
    day !== null && Math.abs(day - stay.from) <= distanceMaxDays
  const changeArrival = (date: string) => {
    const day = readDay(date)
    // A departure that is not after the new arrival moves along with it.
    if (isNear(day))
      proposePlacement({ ...placement, from: day, to: day < to ? to : day + to - from })
  }
  const changeDeparture = (date: string) => {
    const day = readDay(date)
    if (isNear(day) && day > from) proposePlacement({ ...placement, to: day })
  }
  const { property } = line
  return (
    <>
      <div className="form-pair">
        <Input
          label={change.arrival}
          type="date"
          value={dateOf(from)}
          change={changeArrival}
          isRequired
        />
        <Input
          label={change.departure}
          type="date"
          value={dateOf(to)}
          change={changeDeparture}
          isRequired
        />
      </div>
      <Select
        label={change.property}
        value={property.propertyUid}
        change={uid => proposePlacement({ ...placement, line: findPropertyLine(properties, uid) })}
        options={properties.map(({ propertyUid, name }) => [propertyUid, name] as const)}
      />
      {property.units.length > 0 ? (
        <Select
          label={change.unit}
          value={line.unit?.unitUid ?? ''}
          change={uid => {
            const unit = property.units.find(({ unitUid }) => unitUid === uid)
            const propertyLine = findPropertyLine(properties, property.propertyUid)
            proposePlacement({
              ...placement,
              line: unit ? unitLine(propertyLine, unit) : propertyLine,
            })
          }}
          options={[
            ['', change.anyUnit] as const,
            ...property.units.map(
              ({ unitUid, name }) => [unitUid, texts.calendar.unit(name)] as const,
            ),
          ]}
        />
      ) : null}
    </>
  )
}
