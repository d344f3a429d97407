/** Line items of an order or a quote, with their total. */
import type { ReactNode } from 'react'
import { dateText, moneyText, percentText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { listPriceLines, type Priced } from './lines.ts'

interface PriceLinesProps {
  priced: Priced
  /** Renders content next to a line, by its id. */
  renderAside?: (id: string) => ReactNode
  children?: ReactNode
}

export function PriceLines({ priced, renderAside, children }: PriceLinesProps) {
  const { locale } = useLocalization()
  const { money } = useLeadTranslations()
  const formatAmount = (value: number) => moneyText(value, priced.currency, locale)
  const formatPercent = (rate: number) => percentText(rate, locale)
  return (
    <table className="price-lines" aria-label={money.lines}>
      <tbody>
        {listPriceLines(priced, money, formatPercent).map(line => (
          <tr key={line.id}>
            <th scope="row">
              {line.nights ? (
                <details>
                  <summary>{line.name}</summary>
                  <ul className="night-prices">
                    {line.nights.map(({ nightlyDate, nightlyAmount }) => (
                      <li key={nightlyDate}>
                        <span>{dateText(nightlyDate, locale, 'weekday')}</span>
                        <span className="number">{formatAmount(nightlyAmount)}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              ) : (
                <bdi>{line.name}</bdi>
              )}
              {line.note ? <span className="quiet small"> {line.note}</span> : null}
              {line.tax ? (
                <span className="quiet small"> {money.withTax(formatAmount(line.tax))}</span>
              ) : null}
            </th>
            <td className="number">{formatAmount(line.amount)}</td>
            {renderAside ? <td className="beside">{renderAside(line.id)}</td> : null}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="total">
          <th scope="row">{money.total}</th>
          <td className="number">{formatAmount(priced.totalAmount)}</td>
          {renderAside ? <td /> : null}
        </tr>
        {priced.totalTaxesAmount === 0 ? null : (
          <tr className="quiet small">
            <th scope="row">{money.taxes}</th>
            <td className="number">{formatAmount(priced.totalTaxesAmount)}</td>
            {renderAside ? <td /> : null}
          </tr>
        )}
        {children}
        {priced.securityDeposit > 0 ? (
          <tr className="quiet small">
            <th scope="row">{money.deposit}</th>
            <td className="number">{formatAmount(priced.securityDeposit)}</td>
            {renderAside ? <td /> : null}
          </tr>
        ) : null}
      </tfoot>
    </table>
  )
}
