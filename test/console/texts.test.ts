/** Texts of the console: terms of booking systems in each language, and lengths. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { de as calendarDe } from '../../src/console/i18n/calendar/de.ts'
import { en as calendarEn } from '../../src/console/i18n/calendar/en.ts'
import { es as calendarEs } from '../../src/console/i18n/calendar/es.ts'
import { fr as calendarFr } from '../../src/console/i18n/calendar/fr.ts'
import { de } from '../../src/console/i18n/de.ts'
import { en } from '../../src/console/i18n/en.ts'
import { es } from '../../src/console/i18n/es.ts'
import { fr } from '../../src/console/i18n/fr.ts'
import { de as leadDe } from '../../src/console/i18n/lead/de.ts'
import { en as leadEn } from '../../src/console/i18n/lead/en.ts'
import { es as leadEs } from '../../src/console/i18n/lead/es.ts'
import { fr as leadFr } from '../../src/console/i18n/lead/fr.ts'
import { de as toastsDe } from '../../src/console/i18n/toasts/de.ts'
import { en as toastsEn } from '../../src/console/i18n/toasts/en.ts'
import { es as toastsEs } from '../../src/console/i18n/toasts/es.ts'
import { fr as toastsFr } from '../../src/console/i18n/toasts/fr.ts'
import { consentMessages, plainMessages } from '../../src/rental/access/languages/page-messages.ts'

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
/** Letters to guests are longer. */
const isLetter = (path: string) => path.endsWith('.message')

/**
 * Lists all texts with their paths; functions are called with `2`, which stands for names and
 * counts.
 */
function listTexts(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value('2', '2', '2'))]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    listTexts(inner, `${path}.${key}`),
  )
}

for (const [language, { console, toasts }] of Object.entries(dictionaries)) {
  describe(`texts in ${language}`, () => {
    const texts = [...listTexts(console), ...listTexts(toasts)]
    const tag = language as keyof typeof dictionaries
    const plain = listTexts([plainMessages(tag), consentMessages(tag)])
    const never = avoided[tag]

    it('use the terms of booking systems', () => {
      assert.ok(texts.length > 600, 'texts are found')
      const wrong = [...texts, ...plain].filter(([, text]) => never.test(text))
      assert.deepEqual(wrong, [])
    })

    it('are short enough for toasts and hints', () => {
      const tooLong = [
        ...listTexts(toasts).filter(([, text]) => text.length > toastLengthMax),
        ...texts.filter(([path, text]) => !isLetter(path) && text.length > textLengthMax),
      ]
      assert.deepEqual(tooLong, [])
    })
  })
}
