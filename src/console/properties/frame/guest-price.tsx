/** Preview of the price that a guest pays, from the saved values of the property. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiProblem } from '../../api/problem.ts'
import { moneyText } from '../../i18n/format.ts'
import { usePropertyTranslations } from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { dateOf, dayMs, dayOf, weekdayOf } from '../../shared/days.ts'
import { PriceLines } from '../../shared/orders/price-lines.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Input } from '../../ui/form.tsx'
import type { Property } from '../property.query.ts'

const friday = 5
const week = 7
const weekendNights = 2
/** Weekends ahead, so that the notice that a booking needs is usually kept. */
const daysAhead = 14

/** Returns the dates of a weekend about two weeks ahead, extended to the minimum stay. */
function defaultStay({ availability }: Property): { from: string; to: string } {
  const day = Math.floor(Date.now() / dayMs) + daysAhead
  const from = day + ((friday - weekdayOf(day) + week) % week)
  const { minimumStay, minimumWeekendStay, dayOfWeekMinimumStay } = availability
  const nights = Math.max(
    weekendNights,
    dayOfWeekMinimumStay.FRIDAY ?? minimumStay ?? 1,
    minimumWeekendStay ?? 1,
  )
  return { from: dateOf(from), to: dateOf(from + nights) }
}

export function GuestPrice({ property }: { property: Property }) {
  const { preview: texts } = usePropertyTranslations()
  const [stay, setStay] = useState(() => ({
    ...defaultStay(property),
    guests: String(Math.min(2, property.availability.maxGuests)),
  }))
  const set = (name: keyof typeof stay) => (value: string) => setStay({ ...stay, [name]: value })
  return (
    <section className="card guest-price" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <div className="form">
        <div className="field-row">
          <Input label={texts.from} type="date" value={stay.from} change={set('from')} />
          <Input label={texts.to} type="date" value={stay.to} change={set('to')} />
        </div>
        <Input
          label={texts.guests}
          type="number"
          min={1}
          value={stay.guests}
          change={set('guests')}
        />
      </div>
      {/* The forms stay, with their focus, while only the texts of the price are loading. */}
      <Suspense>
        <Price propertyUid={property.uid} {...stay} />
      </Suspense>
      <p className="quiet small">{texts.saved}</p>
    </section>
  )
}

interface PriceProps {
  propertyUid: string
  from: string
  to: string
  guests: string
}

function Price({ propertyUid, from, to, guests }: PriceProps) {
  const { preview: texts } = usePropertyTranslations()
  const { locale } = useLocalization()
  const isComplete = from !== '' && to !== '' && dayOf(from) < dayOf(to) && Number(guests) >= 1
  const body = { propertyUid, checkInDate: from, checkOutDate: to, guests: Number(guests) }
  const { data: quote, error } = useQuery({
    // Every change of the property makes it outdated.
    queryKey: ['properties', 'price', body],
    enabled: isComplete,
    placeholderData: isComplete ? keepPreviousData : undefined,
    queryFn: async ({ signal }) => (await call('POST /quotes', { body, signal })).quote,
    retry: (count, error) => !(error instanceof ApiProblem) && count < 2,
  })
  if (!isComplete) return <p className="quiet">{texts.incomplete}</p>
  if (error) return <Problem error={error} title={texts.refused} />
  if (!quote) return null
  if (quote.totalAmount === 0) return <p className="quiet">{texts.noPrice}</p>
  const amount = (value: number) => moneyText(value, quote.currency, locale)
  return (
    <>
      <PriceLines priced={quote} />
      <p className="quiet small">
        {texts.perNight(amount(quote.totalAmount / quote.nights))}
        {quote.amountRemaining > 0 ? ` · ${texts.upon(amount(quote.amountUponReservation))}` : ''}
      </p>
    </>
  )
}
