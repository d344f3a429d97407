/** Steps that are sections of the property itself. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { moneyText, rangeText } from '../../i18n/format.ts'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { useFieldOptions, useFieldTexts } from '../../properties/field-texts.ts'
import { type Property, propertyEndpoint } from '../../properties/property.query.ts'
import type { Versioned } from '../../resources/form/use-section.ts'
import { dateOf, dayMs } from '../../shared/days.ts'
import { SectionStep } from './section-step.tsx'
import type { StepProps } from './step-frame.tsx'

const fields = {
  property: [
    ...['name', 'availability.maxGuests', 'address.city', 'address.countryCode'],
    ...['address.address', 'address.zipCode', 'bedrooms', 'bathrooms'],
  ],
  price: [
    ...['pricing.dailyRate', 'pricing.weekendAdjustmentRate', 'pricing.cleaningFee'],
    ...['pricing.securityDeposit', 'pricing.taxRate', 'pricing.percentageUponReservation'],
  ],
  rules: [
    ...['availability.checkInTimeStart', 'availability.checkOutTime', 'availability.minimumStay'],
    ...['availability.hostfullyBookingStrategy', 'availability.daysOfTheWeekToCheckInOn'],
  ],
} as const

export interface PropertyStepProps extends StepProps {
  step: keyof typeof fields
  latest: Versioned
  property: Property
  receive: (latest: Versioned) => void
}

export function PropertyStep({ step, latest, property, receive, next }: PropertyStepProps) {
  const { agency } = useSession()
  const { currency } = property.pricing
  return (
    <SectionStep
      {...latest}
      {...{ step, receive, next }}
      options={useFieldOptions()}
      texts={useFieldTexts()}
      {...propertyEndpoint(property.uid)}
      names={fields[step]}
      name={property.name}
      currency={currency === 'NONE' ? agency.currency : currency}
    >
      {step !== 'property' ? <WeekendPrice {...{ property }} etag={latest.etag} /> : null}
    </SectionStep>
  )
}

/** Price of the next weekend, as saved; of more nights if the minimum stay is longer. */
function WeekendPrice({ property, etag }: { property: Property; etag: string | undefined }) {
  const texts = useSetupTranslations()
  const { locale } = useLocalization()
  const [checkInDate, checkOutDate] = nextWeekend(property.availability.minimumStay ?? 0)
  const { data } = useQuery({
    queryKey: ['quote', property.uid, checkInDate, checkOutDate, etag],
    queryFn: async ({ signal }) => {
      const body = { propertyUid: property.uid, checkInDate, checkOutDate }
      return (await call('POST /quotes', { body, signal })).quote
    },
    enabled: (property.pricing.dailyRate ?? 0) > 0,
    // A rule may refuse the stay; the price is only an example.
    retry: false,
  })
  if (!data) return null
  const dates = rangeText(checkInDate, checkOutDate, locale)
  return (
    <p className="setup-example" role="status">
      {texts.weekend(dates, moneyText(data.totalAmount, data.currency, locale))}
    </p>
  )
}

const daysOfWeek = 7
/** 1970-01-02 was a Friday. */
const firstFriday = 1

const weekendNights = 2

/** Returns the Friday that follows the next seven days, and the day of departure. */
function nextWeekend(minimumStay: number): [from: string, to: string] {
  const soon = Math.floor(Date.now() / dayMs) + daysOfWeek
  const friday = soon + ((firstFriday - (soon % daysOfWeek) + daysOfWeek) % daysOfWeek)
  return [dateOf(friday), dateOf(friday + Math.max(weekendNights, minimumStay))]
}
