/** What a stay costs, line by line, and the extras that can be added. */
import { Check, type Form } from '../kit/form.tsx'
import type { Priced, Quote } from '../orders/lines.ts'
import { PriceLines } from '../orders/price-lines.tsx'
import { moneyText } from '../words/format.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useSpoken } from '../words/words.tsx'
import { type Service, servicesFor } from './services.ts'
import type { Wanted } from './wanted.ts'

interface QuotePriceProps {
  form: Form<Wanted>
  /** With the services that were chosen. */
  quote: (Quote & Priced) | null
  /** Those of the agency. */
  services: readonly Service[]
  isPending: boolean
}

export function QuotePrice({ form, quote, services, isPending }: QuotePriceProps) {
  const { locale } = useSpoken()
  const { quote: words, stay } = useLeadWords()
  // There is nothing to send yet, and a button below would be moved by the price.
  if (!quote) {
    const text = isPending ? stay.reckoning : words.incomplete[missingOf(form.values)]
    return <p className="quiet quote-waits">{text}</p>
  }
  const amount = (value: number) => moneyText(value, quote.currency, locale)
  return (
    <div className={isPending ? 'quote-price is-pending' : 'quote-price'}>
      <h2>{words.price}</h2>
      <PriceLines priced={quote} />
      <p className="quiet small">
        {words.perNight(amount(quote.totalAmount / quote.nights))}
        {quote.amountRemaining > 0 ? ` · ${words.down(amount(quote.amountUponReservation))}` : ''}
      </p>
      <Extras form={form} quote={quote} services={servicesFor(services, quote.currency)} />
    </div>
  )
}

/** What there is no price without. */
function missingOf({ propertyUid, from, to, adults }: Wanted) {
  const hasDates = from !== '' && from < to
  if (!hasDates) return propertyUid === '' ? 'both' : 'dates'
  return Number(adults) >= 1 ? 'property' : 'guests'
}

interface ExtrasProps {
  form: Form<Wanted>
  quote: Quote
  services: readonly Service[]
}

/** Optional fees, those that were chosen among them, services, and what is paid on the spot. */
function Extras({ form: { values, set }, quote, services }: ExtrasProps) {
  const { locale } = useSpoken()
  const { quote: words } = useLeadWords()
  const chosen = quote.fees.otherFees.filter(({ uid }) => uid && values.extras.includes(uid))
  const extras = [...chosen, ...quote.optionalFees].filter(({ uid }) => uid !== null)
  extras.sort((a, b) => a.name.localeCompare(b.name))
  const text = (value: number) => moneyText(value, quote.currency, locale)
  const choice = (list: 'extras' | 'services', uid: string, name: string, price: number) => (
    <Check
      key={uid}
      label={
        <>
          <bdi>{name}</bdi> <span className="quiet number">{text(price)}</span>
        </>
      }
      isOn={values[list].includes(uid)}
      change={isOn => {
        const others = values[list].filter(one => one !== uid)
        set(list, isOn ? [...others, uid] : others)
      }}
    />
  )
  return (
    <>
      {extras.length + services.length > 0 ? (
        <fieldset className="extras">
          <legend>{words.extras}</legend>
          {extras.map(({ uid, name, grossPrice }) => choice('extras', uid!, name, grossPrice))}
          {services.map(({ uid, title, grossPrice }) => choice('services', uid, title, grossPrice))}
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
