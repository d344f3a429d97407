/** Texts of leads and quotes, which come with the pages that show them. */

import { laterWords } from './later-words.ts'
import type { LeadWords } from './lead/en.ts'

export type { LeadWords }

/** Waits for them the first time. */
export const useLeadWords = laterWords<LeadWords>({
  en: async () => (await import('./lead/en.ts')).en,
  de: async () => (await import('./lead/de.ts')).de,
  fr: async () => (await import('./lead/fr.ts')).fr,
  es: async () => (await import('./lead/es.ts')).es,
})
