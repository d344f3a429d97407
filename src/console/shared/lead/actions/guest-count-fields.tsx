import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { Input } from '../../../ui/form.tsx'

const guestsMax = 99

type GuestCount = 'adults' | 'children' | 'infants' | 'pets'

interface GuestCountFieldsProps<Name extends GuestCount> {
  names: readonly Name[]
  values: Record<Name, string>
  set: (name: Name, text: string) => void
}

/** Number fields of the guests of a stay; at least one adult. */
export function GuestCountFields<Name extends GuestCount>(props: GuestCountFieldsProps<Name>) {
  const { stay: texts } = useLeadTranslations()
  return props.names.map(name => (
    <Input
      key={name}
      type="number"
      isRequired
      label={texts[name]}
      min={name === 'adults' ? 1 : 0}
      max={guestsMax}
      value={props.values[name]}
      change={text => props.set(name, text)}
    />
  ))
}
