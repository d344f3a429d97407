/** Table of the price lines, before and after a change. */
import { useCalendarTranslations } from '../../i18n/calendar-translations.ts'
import { moneyText } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import {
  comparePrices,
  type Order,
  type PriceLine,
  type Quote,
  sumLines,
} from './compare-prices.ts'

interface PriceTableProps {
  order: Order
  quote: Quote
  retainsPrices: boolean
  setRetainsPrices: (retainsPrices: boolean) => void
}

export function PriceTable({ order, quote, retainsPrices, setRetainsPrices }: PriceTableProps) {
  const { change } = useCalendarTranslations()
  const { locale } = useLocalization()
  const lines = comparePrices(order, quote)
  const [before, after] = [sumLines(lines, 'before'), sumLines(lines, 'after')]
  const formatBefore = (amount: number) => moneyText(amount, order.currency, locale)
  const formatAfter = (amount: number) => moneyText(amount, quote.currency, locale)
  const hasSameCurrency = order.currency === quote.currency
  return (
    <>
      <fieldset className="radios">
        <legend>{change.price}</legend>
        {[false, true].map(isRetained => (
          <label key={String(isRetained)} className="check">
            <input
              type="radio"
              name="price"
              checked={retainsPrices === isRetained}
              onChange={() => setRetainsPrices(isRetained)}
            />
            {isRetained ? change.keep : change.reckon}
          </label>
        ))}
      </fieldset>
      <table className="table prices">
        <thead>
          <tr>
            <th scope="col">{change.line}</th>
            <th scope="col" className="amount">
              {change.now}
            </th>
            <th scope="col" className="amount">
              {change.later}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={`${line.kind} ${line.name}`}>
              <th scope="row">
                <LineName line={line} />
              </th>
              <td className="amount number">{formatBefore(line.before)}</td>
              <td className="amount number">{formatAfter(line.after)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{change.total}</th>
            <td className="amount number">{formatBefore(before)}</td>
            <td className="amount number">{formatAfter(after)}</td>
          </tr>
        </tfoot>
      </table>
      {hasSameCurrency && after !== before ? (
        <p className="difference number">
          {change.difference(formatSigned(Math.round((after - before) * 100) / 100))}
        </p>
      ) : null}
    </>
  )

  function formatSigned(amount: number): string {
    return amount > 0 ? `+${formatAfter(amount)}` : formatAfter(amount)
  }
}

function LineName({ line: { kind, name } }: { line: PriceLine }) {
  const { change } = useCalendarTranslations()
  const names = {
    rent: change.rent,
    extraGuests: change.extraGuests,
    discount: change.discount,
    fee: name,
    taxes: change.taxes,
    other: change.other,
  }
  return names[kind]
}
