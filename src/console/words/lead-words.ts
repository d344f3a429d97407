/** Texts of leads and quotes, which come with the pages that show them. */
import { use } from 'react'
import type { LeadWords } from './lead/en.ts'
import { type Language, useSpoken } from './words.tsx'

export type { LeadWords }

const load: Record<Language, () => Promise<LeadWords>> = {
  en: async () => (await import('./lead/en.ts')).en,
  de: async () => (await import('./lead/de.ts')).de,
  fr: async () => (await import('./lead/fr.ts')).fr,
  es: async () => (await import('./lead/es.ts')).es,
}

const loaded = new Map<Language, Promise<LeadWords>>()

/** Waits for them the first time. */
export function useLeadWords(): LeadWords {
  const { language } = useSpoken()
  let words = loaded.get(language)
  if (!words) {
    words = load[language]()
    loaded.set(language, words)
  }
  return use(words)
}
