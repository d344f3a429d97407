/** Formatting of values in lists. */
import { dateText, moneyText, percentText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import type { PickerKind } from './form/field-options.ts'
import { usePickerOptions } from './form/picker-options.query.ts'
import type { Formats, Resource, ResourceTexts } from './resource.ts'

/** Returns the formatting in the language of the user. */
export function useFormats(resource: Resource, { values }: ResourceTexts): Formats {
  const { locale } = useLocalization()
  const namesByUid = useNames(resource)
  return {
    text: value => values[value] ?? value,
    money: (amount, currency) => moneyText(amount, currency, locale),
    percent: share => percentText(share, locale),
    date: date => (date === null ? '' : dateText(date, locale, 'short')),
    nameOf: uid => (uid === null ? '' : (namesByUid.get(uid) ?? '')),
  }
}

const kindsByField: Record<string, PickerKind> = {
  propertyUid: 'property',
  serviceProviderUid: 'serviceProvider',
  userUid: 'employee',
}

/** Loads the names of the objects that the fields of a noun refer to. */
function useNames({ sections }: Resource): ReadonlyMap<string, string> {
  const fields = new Set(Object.values(sections).flat())
  const kindOf = (field: string) => (fields.has(field) ? kindsByField[field]! : null)
  const properties = usePickerOptions(kindOf('propertyUid'))
  const providers = usePickerOptions(kindOf('serviceProviderUid'))
  const employees = usePickerOptions(kindOf('userUid'))
  return new Map([...properties, ...providers, ...employees].map(({ id, text }) => [id, text]))
}
