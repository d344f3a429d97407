/** Every line of the price as it is, and as it would be. */
import { useCalendarWords } from '../../words/calendar-words.ts'
import { moneyText } from '../../words/format.ts'
import { useSpoken } from '../../words/words.tsx'
import { compared, type Order, type PriceLine, type Quote, sumOf } from './change-lines.ts'

interface PriceTableProps {
  order: Order
  quote: Quote
  isKept: boolean
  keep: (isKept: boolean) => void
}

export function PriceTable({ order, quote, isKept, keep }: PriceTableProps) {
  const { change } = useCalendarWords()
  const { locale } = useSpoken()
  const lines = compared(order, quote)
  const [before, after] = [sumOf(lines, 'before'), sumOf(lines, 'after')]
  const was = (amount: number) => moneyText(amount, order.currency, locale)
  const is = (amount: number) => moneyText(amount, quote.currency, locale)
  const isAlike = order.currency === quote.currency
  return (
    <>
      <fieldset className="radios">
        <legend>{change.price}</legend>
        {[false, true].map(one => (
          <label key={String(one)} className="check">
            <input type="radio" name="price" checked={isKept === one} onChange={() => keep(one)} />
            {one ? change.keep : change.reckon}
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
              <td className="amount number">{was(line.before)}</td>
              <td className="amount number">{is(line.after)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{change.total}</th>
            <td className="amount number">{was(before)}</td>
            <td className="amount number">{is(after)}</td>
          </tr>
        </tfoot>
      </table>
      {isAlike && after !== before ? (
        <p className="difference number">
          {change.difference(signed(Math.round((after - before) * 100) / 100))}
        </p>
      ) : null}
    </>
  )

  function signed(amount: number): string {
    return amount > 0 ? `+${is(amount)}` : is(amount)
  }
}

function LineName({ line: { kind, name } }: { line: PriceLine }) {
  const { change } = useCalendarWords()
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
