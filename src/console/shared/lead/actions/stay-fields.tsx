/** Fields of a stay: dates, property and number of guests. */

import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { type Form, Input, Select } from '../../../ui/form.tsx'
import type { CalendarProperty } from '../../property.ts'
import type { Lead } from '../leads.query.ts'
import { GuestCountFields } from './guest-count-fields.tsx'
import { PropertyFields } from './property-fields.tsx'
import type { Stay } from './stay.ts'

interface StayFieldsProps {
  form: Form<Stay>
  properties: readonly CalendarProperty[]
  lead: Lead
  /** True if the property cannot be changed. */
  isFixed: boolean
}

export function StayFields({ form, properties, lead, isFixed }: StayFieldsProps) {
  const { stay: texts } = useLeadTranslations()
  const { values, set } = form
  const dateField = (name: 'checkIn' | 'checkOut', label: string, min?: string) => (
    <Input
      type="date"
      isRequired
      label={label}
      {...(min ? { min } : {})}
      value={values[name]}
      change={text => set(name, text)}
    />
  )
  const timeField = (name: 'checkInTime' | 'checkOutTime', label: string) => (
    <Input label={label} type="time" value={values[name]} change={text => set(name, text)} />
  )
  return (
    <>
      <PropertyFields
        form={form}
        properties={properties}
        isFixed={isFixed}
        none={lead.propertyUid === null ? '–' : undefined}
      />
      <div className="field-row">
        {dateField('checkIn', texts.arrival)}
        {timeField('checkInTime', texts.arrivalTime)}
      </div>
      <div className="field-row">
        {dateField('checkOut', texts.departure, values.checkIn)}
        {timeField('checkOutTime', texts.departureTime)}
      </div>
      {lead.type === 'BLOCK' ? null : (
        <div className="field-row four">
          <GuestCountFields
            names={['adults', 'children', 'infants', 'pets']}
            values={values}
            set={set}
          />
        </div>
      )}
    </>
  )
}

export function PriceFields({ form: { values, set } }: { form: Form<Stay> }) {
  const { stay: texts } = useLeadTranslations()
  return (
    <>
      <Select
        label={texts.price}
        value={values.price}
        options={Object.entries(texts.prices)}
        change={price => set('price', price as Stay['price'])}
      />
      {values.price === 'own' ? (
        <Input
          type="number"
          label={texts.rent}
          isRequired
          {...{ min: 0, step: 'any' }}
          value={values.rent}
          change={text => set('rent', text)}
        />
      ) : (
        <Input
          label={texts.promoCode}
          maxLength={50}
          value={values.promoCode}
          change={text => set('promoCode', text)}
        />
      )}
    </>
  )
}
