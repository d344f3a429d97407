/** Texts and options of the fields of a property. */
import {
  usePropertyFieldTranslations,
  usePropertyTypeTranslations,
} from '../i18n/properties/translations.ts'
import type { FieldOptions } from '../resources/form/field-options.ts'
import type { FormTexts } from '../resources/form/form-fields.tsx'
import type { FormValues } from '../resources/form/form-values.ts'
import type { PropertyField } from './sections.ts'

/** Parses coordinates as maps copy them, such as "44.05, −121.31". */
function readCoordinates(text: string): FormValues | null {
  const numbers = /^\s*\(?([-−]?\d+(?:\.\d+)?)\s*[,;\s]\s*([-−]?\d+(?:\.\d+)?)\)?\s*$/.exec(text)
  if (!numbers) return null
  const [, latitude = '', longitude = ''] = numbers.map(number => number.replace('−', '-'))
  return { 'address.latitude': latitude, 'address.longitude': longitude }
}

/** Units of numbers, by their name in the texts. */
const fieldUnits = {
  'pricing.fullPaymentTiming': 'days',
  'pricing.daysOverWhichTaxRateChargeShouldBeIgnored': 'nights',
  'availability.minimumStay': 'nights',
  'availability.minimumWeekendStay': 'nights',
  'availability.maximumStay': 'nights',
  'availability.bookingWindow': 'days',
  'availability.bookingLeadTime': 'hours',
  'availability.turnOverDays': 'nights',
} as const satisfies Partial<Record<PropertyField, 'nights' | 'days' | 'hours'>>

const fieldOptions: Readonly<Partial<Record<PropertyField, FieldOptions>>> = {
  'address.latitude': { paste: readCoordinates },
  'address.longitude': { paste: readCoordinates },
  parentUid: { widget: 'property' },
  'bookingDotComData.contactEmployeeUid': { widget: 'employee' },
  'availability.checkInTimeStart': { widget: 'hour' },
  'availability.checkInTimeEnd': {
    widget: 'hour',
    isShown: values => values['availability.checkInTimeEndFlexible'] !== true,
  },
  'availability.checkOutTime': { widget: 'hour' },
  'pricing.daysOverWhichTaxRateChargeShouldBeIgnored': {
    isShown: values => values['pricing.ignoreTaxRateChargeOverXDays'] === true,
  },
}

/** Options of the fields, with the units of numbers. */
export function useFieldOptions(): Readonly<Record<string, FieldOptions>> {
  const { units } = usePropertyFieldTranslations()
  const options: Partial<Record<string, FieldOptions>> = fieldOptions
  const withUnits = Object.entries(fieldUnits).map(([name, unit]) => {
    return [name, { ...options[name], unit: () => units[unit] }] as const
  })
  return { ...(options as Record<string, FieldOptions>), ...Object.fromEntries(withUnits) }
}

/** Texts of the fields, with the types of properties. */
export function useFieldTexts(): FormTexts {
  const texts = usePropertyFieldTranslations()
  const { propertyTypes } = usePropertyTypeTranslations()
  return { ...texts, values: { ...texts.values, ...propertyTypes } }
}
