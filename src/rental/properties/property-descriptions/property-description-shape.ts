/** Description on the wire, in every version: contract/properties.md §6.2. */
import { localeFrom, named, nullable, shape, text } from '../../../platform/rest/fields.ts'
import { locales } from './property-description.ts'
import type { PropertyDescription } from './property-descriptions.ts'

export const summaryMax = 500

const long = () => nullable(text({ max: 10_000 }))

/** Texts in responses and in requests of the legacy interface. */
export const descriptionTexts = {
  name: nullable(text()),
  shortSummary: nullable(text()),
  summary: long(),
  notes: long(),
  access: long(),
  transit: long(),
  interaction: long(),
  neighbourhood: long(),
  space: long(),
  houseManual: long(),
}

export const localeField = named('DescriptionLocale', localeFrom(locales))

/** Description without its property, as the legacy interface returns it. */
export const descriptionKeys = shape('PropertyDescription', {
  ...descriptionTexts,
  locale: localeField,
})

export function presentDescription(row: PropertyDescription) {
  return {
    name: row.name,
    shortSummary: row.short_summary,
    summary: row.summary,
    notes: row.notes,
    access: row.access,
    transit: row.transit,
    interaction: row.interaction,
    neighbourhood: row.neighbourhood,
    space: row.space,
    houseManual: row.house_manual,
    locale: row.locale,
    propertyUid: row.property_uid,
  }
}
