/** Form for prices, minimum stays and arrivals of many nights, with a preview. */
import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useCalendarTranslations } from '../../../i18n/calendar-translations.ts'
import { moneyText } from '../../../i18n/format.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { staysOnPage, useUnsaved } from '../../../routing/unsaved.ts'
import { WriteForm } from '../../../shared/writes/write-form.tsx'
import { Input, Select, useForm } from '../../../ui/form.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { type NightsAt, type Selection, selectedProperties } from '../../selection.ts'
import { useDateRangeText } from '../action-bar.tsx'
import type { SelectionAction } from '../use-interaction.ts'
import { useRatesTask } from './rates.query.ts'
import { newPrice, type PriceChange, type PropertyRates, readRates, toOperations } from './rates.ts'

interface RatesPanelProps {
  selection: Selection
  action: SelectionAction
  /** Proposed minimum stay; null if there is none. */
  minimum: number | null
  nightsAt: NightsAt
  /** Closes the form, after confirmation if it has input; `finish` needs none. */
  close: () => void
  finish: () => void
}

const priceKinds = ['keep', 'set', 'percent', 'amount', 'usual'] as const
const minimumKinds = ['keep', 'set', 'usual'] as const
const arrivalKinds = ['keep', 'closed', 'open', 'usual'] as const

export function RatesPanel({ selection, action, minimum, nightsAt, ...handlers }: RatesPanelProps) {
  const { rates } = useCalendarTranslations()
  const { values, change: changeValues, isDirty } = useForm(initialValues(action, minimum))
  const leave = useUnsaved(isDirty, staysOnPage, handlers.finish)
  const task = useRatesTask(leave)
  const { lines, from, to } = selection
  const dates = useDateRangeText(from, to + 1)
  const [propertyRates] = useState(() => {
    return selectedProperties(selection).map(property => {
      const line = lines.find(candidate => candidate.property.propertyUid === property.propertyUid)!
      return readRates(property, from, to, day => nightsAt(line, day))
    })
  })
  const change = readChange(values)
  const operations = change ? toOperations(propertyRates, from, change) : []
  const options = <K extends string>(kinds: readonly K[], texts: Record<K, string>) =>
    kinds.map(kind => [kind, texts[kind]] as const)
  return (
    <SidePanel title={rates.title} close={handlers.close}>
      <p className="number">{dates}</p>
      <WriteForm
        write={task.write}
        input={() => (operations.length > 0 ? operations : null)}
        submit={rates.submit}
        close={leave}
        isDisabled={operations.length === 0 || task.isRunning}
      >
        <FieldPair>
          <Select
            label={rates.price}
            value={values.price}
            change={price => changeValues({ price: price as Values['price'] })}
            options={options(priceKinds, rates.prices)}
          />
          {needsValue(values.price) ? (
            <Input
              label={rates.value}
              type="number"
              step="any"
              value={values.value}
              change={value => changeValues({ value })}
              isRequired
              autoFocus={action === 'price'}
            />
          ) : null}
        </FieldPair>
        <FieldPair>
          <Select
            label={rates.minimum}
            value={values.minimum}
            change={kind => changeValues({ minimum: kind as Values['minimum'] })}
            options={options(minimumKinds, rates.minimums)}
          />
          {values.minimum === 'set' ? (
            <Input
              label={rates.nightsToStay}
              type="number"
              min={1}
              value={values.nights}
              change={nights => changeValues({ nights })}
              isRequired
              autoFocus={action === 'minimum'}
            />
          ) : null}
        </FieldPair>
        <Select
          label={rates.arrivals}
          value={values.arrivals}
          change={arrivals => changeValues({ arrivals: arrivals as Values['arrivals'] })}
          options={options(arrivalKinds, rates.arrivalsKinds)}
        />
        {change && change.price.kind !== 'keep' ? (
          <Preview properties={propertyRates} change={change.price} />
        ) : null}
        {task.statusText ? <p role="status">{task.statusText}</p> : null}
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

function initialValues(action: SelectionAction, minimum: number | null): Values {
  return {
    price: action === 'price' ? 'set' : 'keep',
    value: '',
    minimum: action === 'minimum' ? 'set' : 'keep',
    nights: minimum === null ? '' : String(minimum),
    arrivals: action === 'arrivals' ? 'closed' : 'keep',
  }
}

function needsValue(kind: Values['price']): kind is 'set' | 'percent' | 'amount' {
  return kind === 'set' || kind === 'percent' || kind === 'amount'
}

/** Parses the form; returns null if a number is missing. */
function readChange({ price, value, minimum, nights, arrivals }: Values) {
  const isMissing = (needsValue(price) && value === '') || (minimum === 'set' && nights === '')
  if (isMissing) return null
  const priceChange: PriceChange = needsValue(price)
    ? { kind: price, value: Number(value) }
    : { kind: price }
  const minimums = { keep: undefined, usual: null, set: Number(nights) }
  const arrivalsByKind = { keep: undefined, usual: null, open: true, closed: false }
  return {
    price: priceChange,
    minimumStay: minimums[minimum],
    availableForCheckIn: arrivalsByKind[arrivals],
  }
}

function FieldPair({ children }: { children: ReactNode }) {
  return <div className="form-pair">{children}</div>
}

const initialRows = 5

function Preview({
  properties,
  change,
}: {
  properties: readonly PropertyRates[]
  change: PriceChange
}) {
  const { rates } = useCalendarTranslations()
  const { locale } = useLocalization()
  const [showsAll, setShowsAll] = useState(false)
  const visible = showsAll ? properties : properties.slice(0, initialRows)
  const formatRange = (prices: readonly (number | null)[], currency: string) => {
    const loadedPrices = prices.filter(price => price !== null)
    if (loadedPrices.length === 0) return '–'
    const [lowest, highest] = [Math.min(...loadedPrices), Math.max(...loadedPrices)]
    const formatAmount = (amount: number) => moneyText(amount, currency, locale)
    return lowest === highest
      ? formatAmount(lowest)
      : `${formatAmount(lowest)} – ${formatAmount(highest)}`
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
          {visible.map(({ property, prices }) => (
            <tr key={property.propertyUid}>
              <td>{property.name}</td>
              <td className="amount number">{formatRange(prices, property.currency)}</td>
              <td className="amount number">
                {change.kind === 'usual'
                  ? rates.prices.usual
                  : formatRange(
                      prices.map(price => newPrice(price, change)),
                      property.currency,
                    )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {properties.length > visible.length ? (
        <Button className="button plain small" onPress={() => setShowsAll(true)}>
          {rates.more(properties.length - visible.length)}
        </Button>
      ) : null}
    </>
  )
}
