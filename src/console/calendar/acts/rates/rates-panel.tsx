/** Prices, minimum stays and arrivals of many nights at once; before and after stand beside. */
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input, Select, useForm, WriteForm } from '../../../kit/form.tsx'
import { SidePanel } from '../../../kit/side-panel.tsx'
import { useUnsaved } from '../../../kit/unsaved.ts'
import { useCalendarWords } from '../../../words/calendar-words.ts'
import { moneyText } from '../../../words/format.ts'
import { useSpoken } from '../../../words/words.tsx'
import { housesOf, type NightsAt, type Selection } from '../../selection.ts'
import { staysInCalendar } from '../../stays-in-calendar.ts'
import { useDates } from '../act-bar.tsx'
import type { SelectionAct } from '../use-acting.ts'
import { useRatesTask } from './rates.read.ts'
import { newPrice, operationsOf, type PriceChange, type RatedHouse, ratedHouse } from './rates.ts'

interface RatesPanelProps {
  selection: Selection
  /** What somebody wanted to change. */
  act: SelectionAct
  /** A minimum stay that is proposed. */
  minimum: number | null
  nightsAt: NightsAt
  /** Asks first where something was typed; `finish` does not. */
  close: () => void
  finish: () => void
}

const priceKinds = ['keep', 'set', 'percent', 'amount', 'usual'] as const
const minimumKinds = ['keep', 'set', 'usual'] as const
const arrivalKinds = ['keep', 'closed', 'open', 'usual'] as const

export function RatesPanel({ selection, act, minimum, nightsAt, ...ways }: RatesPanelProps) {
  const { rates } = useCalendarWords()
  const { values, change: set, isDirty } = useForm(firstValues(act, minimum))
  const leave = useUnsaved(isDirty, staysInCalendar, ways.finish)
  const task = useRatesTask(leave)
  const { lines, from, to } = selection
  const dates = useDates(from, to + 1)
  const [rated] = useState(() => {
    return housesOf(selection).map(house => {
      const line = lines.find(one => one.house.propertyUid === house.propertyUid)!
      return ratedHouse(house, from, to, day => nightsAt(line, day))
    })
  })
  const change = changeOf(values)
  const operations = change ? operationsOf(rated, from, change) : []
  const options = <K extends string>(kinds: readonly K[], texts: Record<K, string>) =>
    kinds.map(kind => [kind, texts[kind]] as const)
  return (
    <SidePanel title={rates.title} close={ways.close}>
      <p className="number">{dates}</p>
      <WriteForm
        write={task.write}
        given={() => (operations.length > 0 ? operations : null)}
        submit={rates.submit}
        close={leave}
        isDisabled={operations.length === 0 || task.isRunning}
      >
        <Pair>
          <Select
            label={rates.price}
            value={values.price}
            change={price => set({ price: price as Values['price'] })}
            options={options(priceKinds, rates.prices)}
          />
          {needsValue(values.price) ? (
            <Input
              label={rates.value}
              type="number"
              step="any"
              value={values.value}
              change={value => set({ value })}
              isRequired
              autoFocus={act === 'price'}
            />
          ) : null}
        </Pair>
        <Pair>
          <Select
            label={rates.minimum}
            value={values.minimum}
            change={kind => set({ minimum: kind as Values['minimum'] })}
            options={options(minimumKinds, rates.minimums)}
          />
          {values.minimum === 'set' ? (
            <Input
              label={rates.nightsToStay}
              type="number"
              min={1}
              value={values.nights}
              change={nights => set({ nights })}
              isRequired
              autoFocus={act === 'minimum'}
            />
          ) : null}
        </Pair>
        <Select
          label={rates.arrivals}
          value={values.arrivals}
          change={arrivals => set({ arrivals: arrivals as Values['arrivals'] })}
          options={options(arrivalKinds, rates.arrivalsKinds)}
        />
        {change && change.price.kind !== 'keep' ? (
          <Preview houses={rated} change={change.price} />
        ) : null}
        {task.text ? <p role="status">{task.text}</p> : null}
      </WriteForm>
    </SidePanel>
  )
}

interface Values {
  price: (typeof priceKinds)[number]
  value: string
  minimum: (typeof minimumKinds)[number]
  nights: string
  arrivals: (typeof arrivalKinds)[number]
}

function firstValues(act: SelectionAct, minimum: number | null): Values {
  return {
    price: act === 'price' ? 'set' : 'keep',
    value: '',
    minimum: act === 'minimum' ? 'set' : 'keep',
    nights: minimum === null ? '' : String(minimum),
    arrivals: act === 'arrivals' ? 'closed' : 'keep',
  }
}

function needsValue(kind: Values['price']): kind is 'set' | 'percent' | 'amount' {
  return kind === 'set' || kind === 'percent' || kind === 'amount'
}

/** Null: a number is missing. */
function changeOf({ price, value, minimum, nights, arrivals }: Values) {
  const isMissing = (needsValue(price) && value === '') || (minimum === 'set' && nights === '')
  if (isMissing) return null
  const priceChange: PriceChange = needsValue(price)
    ? { kind: price, value: Number(value) }
    : { kind: price }
  const minimums = { keep: undefined, usual: null, set: Number(nights) }
  const arrivalsOf = { keep: undefined, usual: null, open: true, closed: false }
  return {
    price: priceChange,
    minimumStay: minimums[minimum],
    availableForCheckIn: arrivalsOf[arrivals],
  }
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="form-pair">{children}</div>
}

const shownMax = 5

function Preview({ houses, change }: { houses: readonly RatedHouse[]; change: PriceChange }) {
  const { rates } = useCalendarWords()
  const { locale } = useSpoken()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? houses : houses.slice(0, shownMax)
  const span = (prices: readonly (number | null)[], currency: string) => {
    const known = prices.filter(price => price !== null)
    if (known.length === 0) return '–'
    const [least, most] = [Math.min(...known), Math.max(...known)]
    const text = (amount: number) => moneyText(amount, currency, locale)
    return least === most ? text(least) : `${text(least)} – ${text(most)}`
  }
  return (
    <>
      <table className="table preview">
        <thead>
          <tr>
            <th scope="col">{rates.property}</th>
            <th scope="col" className="amount">
              {rates.before}
            </th>
            <th scope="col" className="amount">
              {rates.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ house, prices }) => (
            <tr key={house.propertyUid}>
              <td>{house.name}</td>
              <td className="amount number">{span(prices, house.currency)}</td>
              <td className="amount number">
                {change.kind === 'usual'
                  ? rates.prices.usual
                  : span(
                      prices.map(price => newPrice(price, change)),
                      house.currency,
                    )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {houses.length > shown.length ? (
        <Button className="button plain small" onPress={() => setAll(true)}>
          {rates.more(houses.length - shown.length)}
        </Button>
      ) : null}
    </>
  )
}
