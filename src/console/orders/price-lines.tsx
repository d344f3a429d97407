/** A price line by line, of an order or of a quote: the lines add up to the total. */
import type { ReactNode } from 'react'
import { dateText, moneyText, percentText } from '../words/format.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useSpoken } from '../words/words.tsx'
import { linesOf, type Priced } from './lines.ts'

interface PriceLinesProps {
  priced: Priced
  /** What stands beside a line, by its id. */
  beside?: (id: string) => ReactNode
  /** Below the total. */
  children?: ReactNode
}

export function PriceLines({ priced, beside, children }: PriceLinesProps) {
  const { locale } = useSpoken()
  const { money } = useLeadWords()
  const amount = (value: number) => moneyText(value, priced.currency, locale)
  const percent = (rate: number) => percentText(rate, locale)
  return (
    <table className="price-lines" aria-label={money.lines}>
      <tbody>
        {linesOf(priced, money, percent).map(line => (
          <tr key={line.id}>
            <th scope="row">
              {line.nights ? (
                <details>
                  <summary>{line.name}</summary>
                  <ul className="night-prices">
                    {line.nights.map(({ nightlyDate, nightlyAmount }) => (
                      <li key={nightlyDate}>
                        <span>{dateText(nightlyDate, locale, 'weekday')}</span>
                        <span className="number">{amount(nightlyAmount)}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              ) : (
                <bdi>{line.name}</bdi>
              )}
              {line.note ? <span className="quiet small"> {line.note}</span> : null}
              {line.tax ? (
                <span className="quiet small"> {money.withTax(amount(line.tax))}</span>
              ) : null}
            </th>
            <td className="number">{amount(line.amount)}</td>
            {beside ? <td className="beside">{beside(line.id)}</td> : null}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="total">
          <th scope="row">{money.total}</th>
          <td className="number">{amount(priced.totalAmount)}</td>
          {beside ? <td /> : null}
        </tr>
        {priced.totalTaxesAmount === 0 ? null : (
          <tr className="quiet small">
            <th scope="row">{money.taxes}</th>
            <td className="number">{amount(priced.totalTaxesAmount)}</td>
            {beside ? <td /> : null}
          </tr>
        )}
        {children}
        {priced.securityDeposit > 0 ? (
          <tr className="quiet small">
            <th scope="row">{money.deposit}</th>
            <td className="number">{amount(priced.securityDeposit)}</td>
            {beside ? <td /> : null}
          </tr>
        ) : null}
      </tfoot>
    </table>
  )
}
