/** Price of a stay by line item, and the extras that can be added. */

import { moneyText } from '../i18n/format.ts'
import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { useLocalization } from '../i18n/translations.tsx'
import type { Priced, Quote } from '../shared/orders/lines.ts'
import { PriceLines } from '../shared/orders/price-lines.tsx'
import { Check, type Form } from '../ui/form.tsx'
import type { QuoteInput } from './quote-request.ts'
import { type Service, sellableServices } from './services.ts'

interface QuotePriceProps {
  form: Form<QuoteInput>
  /** Quote with the selected services. */
  quote: (Quote & Priced) | null
  services: readonly Service[]
  isPending: boolean
}

export function QuotePrice({ form, quote, services, isPending }: QuotePriceProps) {
  const { locale } = useLocalization()
  const { quote: texts, stay } = useLeadTranslations()
  // Nothing can be submitted yet, and a price would shift the button below.
  if (!quote) {
    const hint = isPending ? stay.reckoning : texts.incomplete[findMissing(form.values)]
    return <p className="quiet quote-waits">{hint}</p>
  }
  const amount = (value: number) => moneyText(value, quote.currency, locale)
  return (
    <div className={isPending ? 'quote-price is-pending' : 'quote-price'}>
      <h2>{texts.price}</h2>
      <PriceLines priced={quote} />
      <p className="quiet small">
        {texts.perNight(amount(quote.totalAmount / quote.nights))}
        {quote.amountRemaining > 0 ? ` · ${texts.down(amount(quote.amountUponReservation))}` : ''}
      </p>
      <Extras form={form} quote={quote} services={sellableServices(services, quote.currency)} />
    </div>
  )
}

/** Returns which fields are missing for a price. */
function findMissing({ propertyUid, from, to, adults }: QuoteInput) {
  const hasDates = from !== '' && from < to
  if (!hasDates) return propertyUid === '' ? 'both' : 'dates'
  return Number(adults) >= 1 ? 'property' : 'guests'
}

interface ExtrasProps {
  form: Form<QuoteInput>
  quote: Quote
  services: readonly Service[]
}

/** Optional fees and services, and fees that are paid on site. */
function Extras({ form: { values, set }, quote, services }: ExtrasProps) {
  const { locale } = useLocalization()
  const { quote: texts } = useLeadTranslations()
  const selectedFees = quote.fees.otherFees.filter(({ uid }) => uid && values.extras.includes(uid))
  // Selected optional fees are part of the quote, the others are only offered by it.
  const extras = [...selectedFees, ...quote.optionalFees].filter(({ uid }) => uid !== null)
  extras.sort((a, b) => a.name.localeCompare(b.name))
  const formatAmount = (value: number) => moneyText(value, quote.currency, locale)
  const extraCheck = (list: 'extras' | 'services', uid: string, name: string, price: number) => (
    <Check
      key={uid}
      label={
        <>
          <bdi>{name}</bdi> <span className="quiet number">{formatAmount(price)}</span>
        </>
      }
      isOn={values[list].includes(uid)}
      change={isOn => {
        const remaining = values[list].filter(other => other !== uid)
        set(list, isOn ? [...remaining, uid] : remaining)
      }}
    />
  )
  return (
    <>
      {extras.length + services.length > 0 ? (
        <fieldset className="extras">
          <legend>{texts.extras}</legend>
          {extras.map(({ uid, name, grossPrice }) => extraCheck('extras', uid!, name, grossPrice))}
          {services.map(({ uid, title, grossPrice }) =>
            extraCheck('services', uid, title, grossPrice),
          )}
        </fieldset>
      ) : null}
      {quote.offlineFees.length > 0 ? (
        <p className="quiet small">
          {texts.offline}:{' '}
          {quote.offlineFees
            .map(({ name, grossPrice }) => `${name} ${formatAmount(grossPrice)}`)
            .join(', ')}
        </p>
      ) : null}
    </>
  )
}
