/** Texts that come with the pages that show them. */
import { use } from 'react'
import { type Language, useSpoken } from './words.tsx'

/** A hook that gives texts in the language that is spoken, and waits for them the first time. */
export function laterWords<Words>(load: Record<Language, () => Promise<Words>>): () => Words {
  const loaded = new Map<Language, Promise<Words>>()
  return function useLaterWords() {
    const { language } = useSpoken()
    let words = loaded.get(language)
    if (!words) {
      words = load[language]()
      loaded.set(language, words)
    }
    return use(words)
  }
}
