/** The fields of a stay. */
import type { House } from '../../calendar/lines.ts'
import { type Form, Input, Select } from '../../kit/form.tsx'
import { useLeadWords } from '../../words/lead-words.ts'
import type { Lead } from '../leads.read.ts'
import { PlaceFields } from './place-fields.tsx'
import type { Stay } from './stay.ts'

interface StayFieldsProps {
  form: Form<Stay>
  houses: readonly House[]
  lead: Lead
  /** The place stays. */
  isFixed: boolean
}

export function StayFields({ form, houses, lead, isFixed }: StayFieldsProps) {
  const { stay: words } = useLeadWords()
  const { values, set } = form
  const date = (name: 'checkIn' | 'checkOut', label: string, min?: string) => (
    <Input
      type="date"
      isRequired
      label={label}
      {...(min ? { min } : {})}
      value={values[name]}
      change={text => set(name, text)}
    />
  )
  const time = (name: 'checkInTime' | 'checkOutTime', label: string) => (
    <Input label={label} type="time" value={values[name]} change={text => set(name, text)} />
  )
  return (
    <>
      <PlaceFields
        form={form}
        houses={houses}
        isFixed={isFixed}
        none={lead.propertyUid === null ? '–' : undefined}
      />
      <div className="field-row">
        {date('checkIn', words.arrival)}
        {time('checkInTime', words.arrivalTime)}
      </div>
      <div className="field-row">
        {date('checkOut', words.departure, values.checkIn)}
        {time('checkOutTime', words.departureTime)}
      </div>
      {lead.type === 'BLOCK' ? null : <Counts form={form} />}
    </>
  )
}

function Counts({ form: { values, set } }: { form: Form<Stay> }) {
  const { stay: words } = useLeadWords()
  const count = (name: 'adults' | 'children' | 'infants' | 'pets', min: number) => (
    <Input
      type="number"
      label={words[name]}
      isRequired
      {...{ min, max: 99 }}
      value={values[name]}
      change={text => set(name, text)}
    />
  )
  return (
    <div className="field-row four">
      {count('adults', 1)}
      {count('children', 0)}
      {count('infants', 0)}
      {count('pets', 0)}
    </div>
  )
}

export function PriceFields({ form: { values, set } }: { form: Form<Stay> }) {
  const { stay: words } = useLeadWords()
  return (
    <>
      <Select
        label={words.price}
        value={values.price}
        options={Object.entries(words.prices)}
        change={price => set('price', price as Stay['price'])}
      />
      {values.price === 'own' ? (
        <Input
          type="number"
          label={words.rent}
          isRequired
          {...{ min: 0, step: 'any' }}
          value={values.rent}
          change={text => set('rent', text)}
        />
      ) : (
        <Input
          label={words.promoCode}
          maxLength={50}
          value={values.promoCode}
          change={text => set('promoCode', text)}
        />
      )}
    </>
  )
}
