/** What a stay costs, line by line, and the extras that can be added. */
import { Check, type Form } from '../kit/form.tsx'
import type { Quote } from '../orders/lines.ts'
import { PriceLines } from '../orders/price-lines.tsx'
import { moneyText } from '../words/format.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useSpoken } from '../words/words.tsx'
import type { Wanted } from './wanted.ts'

interface QuotePriceProps {
  form: Form<Wanted>
  quote: Quote | null
  isPending: boolean
}

export function QuotePrice({ form, quote, isPending }: QuotePriceProps) {
  const { locale } = useSpoken()
  const { quote: words, stay } = useLeadWords()
  if (!quote) return <p className="quiet">{isPending ? stay.reckoning : words.incomplete}</p>
  const amount = (value: number) => moneyText(value, quote.currency, locale)
  return (
    <div className={isPending ? 'quote-price is-pending' : 'quote-price'}>
      <h2>{words.price}</h2>
      <PriceLines priced={quote} />
      <p className="quiet small">
        {words.perNight(amount(quote.totalAmount / quote.nights))}
        {quote.amountRemaining > 0 ? ` · ${words.down(amount(quote.amountUponReservation))}` : ''}
      </p>
      <Extras form={form} quote={quote} />
    </div>
  )
}

/** Optional fees, those that were chosen among them, and what is paid on the spot. */
function Extras({ form: { values, set }, quote }: { form: Form<Wanted>; quote: Quote }) {
  const { locale } = useSpoken()
  const { quote: words } = useLeadWords()
  const chosen = quote.fees.otherFees.filter(({ uid }) => uid && values.extras.includes(uid))
  const extras = [...chosen, ...quote.optionalFees].filter(({ uid }) => uid !== null)
  extras.sort((a, b) => a.name.localeCompare(b.name))
  const text = (value: number) => moneyText(value, quote.currency, locale)
  return (
    <>
      {extras.length > 0 ? (
        <fieldset className="extras">
          <legend>{words.extras}</legend>
          {extras.map(({ uid, name, grossPrice }) => (
            <Check
              key={uid}
              label={
                <>
                  {name} <span className="quiet number">{text(grossPrice)}</span>
                </>
              }
              isOn={values.extras.includes(uid!)}
              change={isOn => {
                const others = values.extras.filter(one => one !== uid)
                set('extras', isOn ? [...others, uid!] : others)
              }}
            />
          ))}
        </fieldset>
      ) : null}
      {quote.offlineFees.length > 0 ? (
        <p className="quiet small">
          {words.offline}:{' '}
          {quote.offlineFees
            .map(({ name, grossPrice }) => `${name} ${text(grossPrice)}`)
            .join(', ')}
        </p>
      ) : null}
    </>
  )
}
