/** Translations of the list of properties and their editor. */
import { lazyTranslations } from './lazy-translations.ts'
import type { PropertyContentTranslations } from './properties/content/en.ts'
import type { en } from './properties/en.ts'
import type { PropertyFieldTranslations } from './properties/fields/en.ts'
import type { PropertyTranslations } from './properties/page/en.ts'

export type { PropertyContentTranslations, PropertyFieldTranslations, PropertyTranslations }

/** Suspends until the translations are loaded. */
const useAll = lazyTranslations<typeof en>({
  en: async () => (await import('./properties/en.ts')).en,
  de: async () => (await import('./properties/de.ts')).de,
  fr: async () => (await import('./properties/fr.ts')).fr,
  es: async () => (await import('./properties/es.ts')).es,
})

/** Texts of the list and of the frame of the editor. */
export const usePropertyTranslations = () => useAll().page
export const usePropertyFieldTranslations = () => useAll().fields
export const usePropertyContentTranslations = () => useAll().content
/** Names of kinds of properties, rooms, beds and rules. */
export const usePropertyTypeTranslations = () => useAll().types
export const useAmenityTranslations = () => useAll().amenities
