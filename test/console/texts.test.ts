/** Texts of the console: terms of booking systems in each language, and lengths. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { de as toastsDe } from '../../src/console/i18n/toasts/de.ts'
import { en as toastsEn } from '../../src/console/i18n/toasts/en.ts'
import { es as toastsEs } from '../../src/console/i18n/toasts/es.ts'
import { fr as toastsFr } from '../../src/console/i18n/toasts/fr.ts'
import { consentMessages, plainMessages } from '../../src/rental/access/languages/page-messages.ts'
import { dictionaries, listTexts } from './console-texts.ts'

const toasts = { en: toastsEn, de: toastsDe, fr: toastsFr, es: toastsEs } as const

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

/** Names and abbreviations within a sentence; German nouns are not checked. */
const properNames = new Set(
  (
    'Today Aujourd Hoy Lodgepole API CSV ID URL E-Mail Airbnb Booking Vrbo Google Enter Esc Shift ' +
    'Maj Mayús Intro Entrée Usted PIN UTC Wi-Fi Wifi Mbps Mbit Mo Ethernet WebP Friday Saturday ' +
    'Marriott'
  ).split(' '),
)

const namesOfSeveralWords = /Homes & Villas|Rentals United/g

/** Returns the words with a capital letter that do not begin a sentence. */
function findCapitals(text: string): string[] {
  const sentences = text
    .replace(namesOfSeveralWords, 'name')
    .split(/[.!?:…«“"(·/]\s*|\s[–—+]\s|;\s/)
  return sentences.flatMap(sentence =>
    sentence
      .trim()
      .split(/[\s,’]+/)
      .slice(1)
      .filter(word => /^\p{Lu}\p{Ll}/u.test(word) && !properNames.has(word)),
  )
}

/** Texts of a few words are labels or buttons; these paths are short sentences. */
const isSentence = (path: string) =>
  /\.(calm|firstSteps|noReason|text|properties|prices)\b/.test(path)
const labelWordsMax = 2

for (const [language, texts] of Object.entries(dictionaries)) {
  describe(`texts in ${language}`, () => {
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
        ...listTexts(toasts[tag]).filter(([, text]) => text.length > toastLengthMax),
        ...texts.filter(([path, text]) => !isLetter(path) && text.length > textLengthMax),
      ]
      assert.deepEqual(tooLong, [])
    })

    it('have no full stop on labels and buttons', () => {
      const isLabel = (text: string) => text.split(' ').length <= labelWordsMax
      const wrong = texts.filter(
        ([path, text]) => isLabel(text) && /[^.…]\.$/.test(text) && !isSentence(path),
      )
      assert.deepEqual(wrong, [])
    })

    if (language !== 'de') {
      it('are in sentence case', () => {
        const wrong = texts.filter(([, text]) => findCapitals(text).length > 0)
        assert.deepEqual(wrong, [])
      })
    }
  })
}
