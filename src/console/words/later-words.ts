/** Texts that come with the pages that show them. */
import { use } from 'react'
import { mayComeAhead } from '../comes-later.ts'
import { type Language, preferredLanguage, useSpoken } from './words.tsx'

/** A hook that gives texts in the language that is spoken, and waits for them the first time. */
export function laterWords<Words>(load: Record<Language, () => Promise<Words>>): () => Words {
  const there = new Map<Language, Words>()
  const loaded = new Map<Language, Promise<Words>>()
  mayComeAhead(async () => {
    const language = preferredLanguage()
    there.set(language, await load[language]())
  })
  return function useLaterWords() {
    const { language } = useSpoken()
    const known = there.get(language)
    if (known) return known
    const words = loaded.get(language) ?? load[language]()
    loaded.set(language, words)
    return use(words)
  }
}
