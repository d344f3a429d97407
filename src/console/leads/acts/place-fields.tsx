/** A property, and which of its units. */
import type { House } from '../../calendar/lines.ts'
import { type Form, Select } from '../../kit/form.tsx'
import { useLeadWords } from '../../words/lead-words.ts'

interface Place {
  propertyUid: string
  /** Empty: any that is free. */
  unitUid: string
}

interface PlaceFieldsProps<V extends Place> {
  form: Form<V>
  houses: readonly House[]
  label?: string
  /** What stands for no property; absent: there is always one. */
  none?: string | undefined
  /** Only the unit can be chosen. */
  isFixed?: boolean
  changed?: () => void
}

export function PlaceFields<V extends Place>(props: PlaceFieldsProps<V>) {
  const { form, houses, label, none, isFixed = false } = props
  const { stay: words } = useLeadWords()
  const { propertyUid, unitUid }: Place = form.values
  const house = houses.find(one => one.propertyUid === propertyUid)
  const units = house?.units ?? []
  const change = (some: Partial<Place>) => form.change(some as Partial<V>)
  return (
    <>
      {isFixed ? null : (
        <Select
          label={label ?? words.property}
          value={propertyUid}
          options={[
            ...(none === undefined ? [] : [['', none] as const]),
            ...houses.map(({ propertyUid: uid, name }) => [uid, name] as const),
          ]}
          change={uid => {
            change({ propertyUid: uid, unitUid: '' })
            props.changed?.()
          }}
        />
      )}
      {units.length > 1 ? (
        <Select
          label={words.unit}
          value={unitUid}
          options={[
            ['', words.anyUnit],
            ...units.map(({ unitUid: uid, name }) => [uid, name] as const),
          ]}
          change={uid => change({ unitUid: uid })}
        />
      ) : null}
    </>
  )
}
