/** Translations that are loaded with the pages that use them. */
import { use } from 'react'
import { registerPreload } from '../routing/lazy.ts'
import { type Language, preferredLanguage, useLocalization } from './translations.tsx'

/**
 * Creates a hook that returns the translations of the current language and suspends until they are
 * loaded.
 */
export function lazyTranslations<Translations>(
  load: Record<Language, () => Promise<Translations>>,
): () => Translations {
  const loadedTexts = new Map<Language, Translations>()
  const pendingTexts = new Map<Language, Promise<Translations>>()
  registerPreload(async () => {
    const language = preferredLanguage()
    loadedTexts.set(language, await load[language]())
  })
  return function useLazyTranslations() {
    const { language } = useLocalization()
    const cached = loadedTexts.get(language)
    if (cached) return cached
    const promise = pendingTexts.get(language) ?? load[language]()
    pendingTexts.set(language, promise)
    return use(promise)
  }
}
