/** Translations of the list of properties and their editor. */
import { lazyTranslations } from './lazy-translations.ts'
import type { AmenityTranslations } from './properties/amenities/en.ts'
import type { PropertyContentTranslations } from './properties/content/en.ts'
import type { PropertyFieldTranslations } from './properties/fields/en.ts'
import type { PropertyTranslations } from './properties/page/en.ts'
import type { PropertyTypeTranslations } from './properties/types/en.ts'

export type { PropertyContentTranslations, PropertyFieldTranslations, PropertyTranslations }

/** Suspends until the translations are loaded. */
export const usePropertyTranslations = lazyTranslations<PropertyTranslations>({
  en: async () => (await import('./properties/page/en.ts')).en,
  de: async () => (await import('./properties/page/de.ts')).de,
  fr: async () => (await import('./properties/page/fr.ts')).fr,
  es: async () => (await import('./properties/page/es.ts')).es,
})

/** Suspends until the translations are loaded. */
export const usePropertyFieldTranslations = lazyTranslations<PropertyFieldTranslations>({
  en: async () => (await import('./properties/fields/en.ts')).en,
  de: async () => (await import('./properties/fields/de.ts')).de,
  fr: async () => (await import('./properties/fields/fr.ts')).fr,
  es: async () => (await import('./properties/fields/es.ts')).es,
})

/** Suspends until the translations are loaded. */
export const usePropertyContentTranslations = lazyTranslations<PropertyContentTranslations>({
  en: async () => (await import('./properties/content/en.ts')).en,
  de: async () => (await import('./properties/content/de.ts')).de,
  fr: async () => (await import('./properties/content/fr.ts')).fr,
  es: async () => (await import('./properties/content/es.ts')).es,
})

/** Names of kinds of properties, rooms, beds and rules. Suspends until they are loaded. */
export const usePropertyTypeTranslations = lazyTranslations<PropertyTypeTranslations>({
  en: async () => (await import('./properties/types/en.ts')).en,
  de: async () => (await import('./properties/types/de.ts')).de,
  fr: async () => (await import('./properties/types/fr.ts')).fr,
  es: async () => (await import('./properties/types/es.ts')).es,
})

/** Suspends until the translations are loaded. */
export const useAmenityTranslations = lazyTranslations<AmenityTranslations>({
  en: async () => (await import('./properties/amenities/en.ts')).en,
  de: async () => (await import('./properties/amenities/de.ts')).de,
  fr: async () => (await import('./properties/amenities/fr.ts')).fr,
  es: async () => (await import('./properties/amenities/es.ts')).es,
})
