/** Fields for a property and one of its units. */

import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { type Form, Select } from '../../../ui/form.tsx'
import type { CalendarProperty } from '../../property.ts'

interface PropertyChoice {
  propertyUid: string
  /** Empty for any free unit. */
  unitUid: string
}

interface PropertyFieldsProps<V extends PropertyChoice> {
  form: Form<V>
  properties: readonly CalendarProperty[]
  label?: string
  /** Label of the option without a property; undefined if a property is required. */
  none?: string | undefined
  /** True if only the unit can be changed. */
  isFixed?: boolean
  changed?: () => void
}

export function PropertyFields<V extends PropertyChoice>(props: PropertyFieldsProps<V>) {
  const { form, properties, label, none, isFixed = false } = props
  const { stay: texts } = useLeadTranslations()
  const { propertyUid, unitUid }: PropertyChoice = form.values
  const property = properties.find(candidate => candidate.propertyUid === propertyUid)
  const units = property?.units ?? []
  const change = (changes: Partial<PropertyChoice>) => form.change(changes as Partial<V>)
  return (
    <>
      {isFixed ? null : (
        <Select
          label={label ?? texts.property}
          value={propertyUid}
          options={[
            ...(none === undefined ? [] : [['', none] as const]),
            ...properties.map(({ propertyUid: uid, name }) => [uid, name] as const),
          ]}
          change={uid => {
            change({ propertyUid: uid, unitUid: '' })
            props.changed?.()
          }}
        />
      )}
      {units.length > 1 ? (
        <Select
          label={texts.unit}
          value={unitUid}
          options={[
            ['', texts.anyUnit],
            ...units.map(({ unitUid: uid, name }) => [uid, name] as const),
          ]}
          change={uid => change({ unitUid: uid })}
        />
      ) : null}
    </>
  )
}
