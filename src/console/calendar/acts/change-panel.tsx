/** Asks before a stay goes elsewhere: dates and prices as they are, and as they would be. */
import { useMemo, useState } from 'react'
import { Input, Select, WriteForm } from '../../kit/form.tsx'
import { Problem } from '../../kit/problem.tsx'
import { SidePanel } from '../../kit/side-panel.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { useCalendarWords, useGridSpoken } from '../../words/calendar-words.ts'
import { dateOf, readDay } from '../days.ts'
import { barName, nameOf } from '../grid/describe.ts'
import type { Obstacle } from '../grid/marks.tsx'
import { type House, houseLineOf, unitLine } from '../lines.ts'
import { isSamePlace, type Placing } from '../placing.ts'
import { staysInCalendar } from '../stays-in-calendar.ts'
import { useDates } from './act-bar.tsx'
import { useAlteration, useChangePrices } from './change.read.ts'
import { OthersChanges, useOthers } from './others-changes.tsx'
import { PriceTable } from './price-table.tsx'
import { type Instead, isRefusal, Refusal } from './refusal.tsx'

interface ChangePanelProps {
  placing: Placing
  houses: readonly House[]
  /** Where it would be instead, which the grid shows, too. */
  place: (placing: Placing) => void
  refused: (obstacles: readonly Obstacle[]) => void
  openLead: (uid: string) => void
  /** Asks first where something was typed; `finish` does not. */
  close: () => void
  finish: () => void
}

export function ChangePanel(props: ChangePanelProps) {
  const { placing, houses, place, refused, openLead, close, finish } = props
  const { change } = useCalendarWords()
  const { words } = useGridSpoken()
  const [isKept, setKept] = useState(false)
  const isSame = isSamePlace(placing)
  const asked = useMemo(() => [placing.line], [placing.line])
  const prices = useChangePrices(placing, isKept)
  const [isTyped, setTyped] = useState(false)
  const leave = useUnsaved(isTyped, staysInCalendar, finish)
  const write = useAlteration(leave)
  const others = useOthers(placing, houses, place, write.isPending)
  const isChanged = others.names.length > 0
  const error = prices.error ?? write.error
  const take = ({ from = placing.from, to = placing.to, unitUid }: Instead) => {
    write.forget()
    const { house } = placing.line
    const unit = house.units.find(one => one.unitUid === unitUid)
    const line = unit ? unitLine(placing.line, unit) : placing.line
    place({ ...placing, from, to, line })
  }
  const refusal = isRefusal(error) ? (
    <Refusal error={error} lines={asked} {...{ refused, openLead, take }} />
  ) : undefined
  return (
    <SidePanel title={change.title} close={close}>
      <p>
        <b>{barName(placing.stay, words)}</b>
      </p>
      <BeforeAndAfter placing={placing} houses={houses} />
      <WriteForm
        write={write}
        given={() => (isSame ? null : { placing, overrides: prices.overrides })}
        submit={change.submit}
        close={leave}
        isDisabled={isSame || isChanged || prices.isPending || Boolean(prices.error)}
        problem={refusal}
      >
        <PlaceFields
          placing={placing}
          houses={houses}
          place={next => {
            setTyped(true)
            place(next)
          }}
        />
        {isChanged ? <OthersChanges {...{ others, placing, houses }} /> : null}
        {prices.order && prices.quote && !isSame ? (
          <PriceTable order={prices.order} quote={prices.quote} isKept={isKept} keep={setKept} />
        ) : null}
        {prices.isPending ? <p className="quiet">{change.reckoning}</p> : null}
        {isSame ? <p className="quiet">{change.same}</p> : <p className="quiet">{change.told}</p>}
        {prices.error ? (refusal ?? <Problem error={prices.error} again={prices.again} />) : null}
      </WriteForm>
    </SidePanel>
  )
}

function BeforeAndAfter({ placing, houses }: Pick<ChangePanelProps, 'placing' | 'houses'>) {
  const { change } = useCalendarWords()
  const { words } = useGridSpoken()
  const { stay, line, from, to } = placing
  const house = houses.find(({ propertyUid }) => propertyUid === stay.propertyUid)
  const unit = house?.units.find(({ unitUid }) => unitUid === stay.unitUid)
  const where = [house?.name, unit && words.calendar.unit(unit.name)].filter(Boolean).join(', ')
  return (
    <dl className="facts">
      <div>
        <dt>{change.now}</dt>
        <dd>
          {useDates(stay.from, stay.to)}
          <br />
          {where}
        </dd>
      </div>
      <div>
        <dt>{change.later}</dt>
        <dd>
          <b>{useDates(from, to)}</b>
          <br />
          <b>{nameOf(line, words)}</b>
        </dd>
      </div>
    </dl>
  )
}

/** Days that no stay may lie beyond: a year that is still being typed is among them. */
const daysMax = 1_830

function PlaceFields({
  placing,
  houses,
  place,
}: Pick<ChangePanelProps, 'placing' | 'houses' | 'place'>) {
  const { change } = useCalendarWords()
  const { words } = useGridSpoken()
  const { line, from, to, stay } = placing
  const isNear = (day: number | null): day is number =>
    day !== null && Math.abs(day - stay.from) <= daysMax
  const arrive = (text: string) => {
    const day = readDay(text)
    if (isNear(day)) place({ ...placing, from: day, to: day < to ? to : day + to - from })
  }
  const leave = (text: string) => {
    const day = readDay(text)
    if (isNear(day) && day > from) place({ ...placing, to: day })
  }
  const { house } = line
  return (
    <>
      <div className="form-pair">
        <Input label={change.arrival} type="date" value={dateOf(from)} change={arrive} isRequired />
        <Input label={change.departure} type="date" value={dateOf(to)} change={leave} isRequired />
      </div>
      <Select
        label={change.property}
        value={house.propertyUid}
        change={uid => place({ ...placing, line: houseLineOf(houses, uid) })}
        options={houses.map(({ propertyUid, name }) => [propertyUid, name] as const)}
      />
      {house.units.length > 0 ? (
        <Select
          label={change.unit}
          value={line.unit?.unitUid ?? ''}
          change={uid => {
            const unit = house.units.find(({ unitUid }) => unitUid === uid)
            const whole = houseLineOf(houses, house.propertyUid)
            place({ ...placing, line: unit ? unitLine(whole, unit) : whole })
          }}
          options={[
            ['', change.anyUnit] as const,
            ...house.units.map(
              ({ unitUid, name }) => [unitUid, words.calendar.unit(name)] as const,
            ),
          ]}
        />
      ) : null}
    </>
  )
}
