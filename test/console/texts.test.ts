/** The console names things as booking systems of each language do, in texts that fit. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { de as calendarDe } from '../../src/console/words/calendar/de.ts'
import { en as calendarEn } from '../../src/console/words/calendar/en.ts'
import { es as calendarEs } from '../../src/console/words/calendar/es.ts'
import { fr as calendarFr } from '../../src/console/words/calendar/fr.ts'
import { de } from '../../src/console/words/de.ts'
import { en } from '../../src/console/words/en.ts'
import { es } from '../../src/console/words/es.ts'
import { fr } from '../../src/console/words/fr.ts'
import { de as leadDe } from '../../src/console/words/lead/de.ts'
import { en as leadEn } from '../../src/console/words/lead/en.ts'
import { es as leadEs } from '../../src/console/words/lead/es.ts'
import { fr as leadFr } from '../../src/console/words/lead/fr.ts'
import { de as toastsDe } from '../../src/console/words/toasts/de.ts'
import { en as toastsEn } from '../../src/console/words/toasts/en.ts'
import { es as toastsEs } from '../../src/console/words/toasts/es.ts'
import { fr as toastsFr } from '../../src/console/words/toasts/fr.ts'
import { consentWordsOf, wordsOf } from '../../src/rental/access/languages/page-words.ts'

const dictionaries = {
  en: { console: [en, calendarEn, leadEn], toasts: toastsEn },
  de: { console: [de, calendarDe, leadDe], toasts: toastsDe },
  fr: { console: [fr, calendarFr, leadFr], toasts: toastsFr },
  es: { console: [es, calendarEs, leadEs], toasts: toastsEs },
} as const

/** Terms of the API or of everyday speech that no user reads. */
const avoided = {
  en: /\b(some|no)body\b|\bwho(m|ever)\b|\b(meanwhile|anew|leads?|pin codes?|jobs?|turnovers?)\b/i,
  de: /jemand|niemand|inzwischen|Schlagw|\b(Tafel|Bestellung|Auftrag|Reservierung|Wechsel|Leads?)\b/,
  fr: /quelqu’un|entre-temps|(?<!ID )\bclient\b|\b(argent|commande|tableau|champs? propres?|leads?)\b/i,
  es: /alguien|\bnadie|entretanto|retenci|tablero|\b(del pedido|dinero|tasas|función|leads?)\b/i,
} as const

const toastLengthMax = 90
const textLengthMax = 160
/** Texts to guests, which are letters. */
const isLetter = (path: string) => path.endsWith('.message')

/** Every text with its path; functions are called with `2`, which stands for names and counts. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value('2', '2', '2'))]]
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

for (const [language, { console, toasts }] of Object.entries(dictionaries)) {
  describe(`texts in ${language}`, () => {
    const texts = [...textsOf(console), ...textsOf(toasts)]
    const tag = language as keyof typeof dictionaries
    const plain = textsOf([wordsOf(tag), consentWordsOf(tag)])
    const never = avoided[tag]

    it('use the terms of booking systems', () => {
      assert.ok(texts.length > 600, 'texts are found')
      const wrong = [...texts, ...plain].filter(([, text]) => never.test(text))
      assert.deepEqual(wrong, [])
    })

    it('are short enough for toasts and hints', () => {
      const tooLong = [
        ...textsOf(toasts).filter(([, text]) => text.length > toastLengthMax),
        ...texts.filter(([path, text]) => !isLetter(path) && text.length > textLengthMax),
      ]
      assert.deepEqual(tooLong, [])
    })
  })
}
