/** Where, when and how many. */
import type { House } from '../calendar/lines.ts'
import { type Form, Input } from '../kit/form.tsx'
import { PlaceFields } from '../leads/acts/place-fields.tsx'
import { useLeadWords } from '../words/lead-words.ts'
import type { Wanted } from './wanted.ts'

interface StayFieldsProps {
  form: Form<Wanted>
  houses: readonly House[]
}

export function StayFields({ form, houses }: StayFieldsProps) {
  const { stay, quote } = useLeadWords()
  const { values, set } = form
  const isBadRange = values.from !== '' && values.to !== '' && values.from >= values.to
  return (
    <fieldset className="quote-part quote-stay">
      <legend>{quote.stay}</legend>
      <PlaceFields
        form={form}
        houses={houses}
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
          error={isBadRange ? quote.badDates : null}
          value={values.to}
          change={to => set('to', to)}
        />
      </div>
      <Counts form={form} />
    </fieldset>
  )
}

function Counts({ form: { values, set } }: Pick<StayFieldsProps, 'form'>) {
  const { stay } = useLeadWords()
  const count = (name: 'adults' | 'children' | 'pets', min: number) => (
    <Input
      type="number"
      isRequired
      label={stay[name]}
      {...{ min, max: 99 }}
      value={values[name]}
      change={text => set(name, text)}
    />
  )
  return (
    <div className="field-row four">
      {count('adults', 1)}
      {count('children', 0)}
      {count('pets', 0)}
      <Input
        label={stay.promoCode}
        maxLength={50}
        value={values.promoCode}
        change={text => set('promoCode', text)}
      />
    </div>
  )
}
