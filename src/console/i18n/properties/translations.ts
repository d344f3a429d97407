/** Translations of the list of properties and their editor. */
import { lazyTranslations } from '../lazy-translations.ts'
import type { en } from './en.ts'

/** Suspends until the translations are loaded. */
const useAll = lazyTranslations<typeof en>({
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
})

/** Texts of the list and of the frame of the editor. */
export const usePropertyTranslations = () => useAll().page
export const usePropertyFieldTranslations = () => useAll().fields
export const usePropertyContentTranslations = () => useAll().content
/** Names of kinds of properties, rooms, beds and rules. */
export const usePropertyTypeTranslations = () => useAll().types
export const useAmenityTranslations = () => useAll().amenities
