/** Fields of a stay: property, dates and guests. */

import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { GuestCountFields } from '../shared/lead/actions/guest-count-fields.tsx'
import { PropertyFields } from '../shared/lead/actions/property-fields.tsx'
import type { CalendarProperty } from '../shared/property.ts'
import { type Form, Input } from '../ui/form.tsx'
import type { QuoteInput } from './quote-request.ts'

interface StayFieldsProps {
  form: Form<QuoteInput>
  properties: readonly CalendarProperty[]
}

export function StayFields({ form, properties }: StayFieldsProps) {
  const { stay, quote } = useLeadTranslations()
  const { values, set } = form
  const isInvalidRange = values.from !== '' && values.to !== '' && values.from >= values.to
  return (
    <fieldset className="quote-part quote-stay">
      <legend>{quote.stay}</legend>
      <PropertyFields
        form={form}
        properties={properties}
        none={quote.choose}
        changed={() => form.change({ extras: [], services: [] })}
      />
      <div className="field-row">
        <Input
          type="date"
          isRequired
          label={stay.arrival}
          value={values.from}
          change={from => set('from', from)}
        />
        <Input
          type="date"
          isRequired
          label={stay.departure}
          error={isInvalidRange ? quote.badDates : null}
          value={values.to}
          change={to => set('to', to)}
        />
      </div>
      <GuestFields form={form} />
    </fieldset>
  )
}

function GuestFields({ form: { values, set } }: Pick<StayFieldsProps, 'form'>) {
  const { stay } = useLeadTranslations()
  return (
    <div className="field-row four">
      <GuestCountFields names={['adults', 'children', 'pets']} values={values} set={set} />
      <Input
        label={stay.promoCode}
        maxLength={50}
        value={values.promoCode}
        change={text => set('promoCode', text)}
      />
    </div>
  )
}
