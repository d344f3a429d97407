/** Names of things: one word for each in every language, wherever the console names it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dictionaries } from './console-texts.ts'

const languages = ['en', 'de', 'fr', 'es'] as const

/** Texts that name a thing, by path, with their words in each language. */
const glossary: [path: string, ...words: string[]][] = [
  ['pages.leads', 'Reservations', 'Buchungen', 'Réservations', 'Reservas'],
  ['pages.board', 'Pipeline', 'Pipeline', 'Pipeline', 'Pipeline'],
  ['lead.types.BOOKING', 'Booking', 'Feste Buchung', 'Réservation confirmée', 'Reserva confirmada'],
  ['lead.types.INQUIRY', 'Inquiry', 'Anfrage', 'Demande', 'Consulta'],
  [
    'lead.types.BOOKING_REQUEST',
    'Request',
    'Buchungsanfrage',
    'Demande de réservation',
    'Solicitud',
  ],
  ['lead.types.BLOCK', 'Block', 'Sperrung', 'Blocage', 'Bloqueo'],
  ['lead.statuses.SAMPLE', 'Quote', 'Angebot', 'Devis', 'Presupuesto'],
  ['quote.kinds.quote', 'Quote', 'Angebot', 'Devis', 'Presupuesto'],
  ['quote.kinds.hold', 'Hold', 'Option', 'Option', 'Prerreserva'],
  ['tab.jobs', 'Tasks', 'Aufgaben', 'Tâches', 'Tareas'],
  ['money.cleaning', 'Cleaning', 'Reinigung', 'Ménage', 'Limpieza'],
  ['sections.provider', 'Provider', 'Dienstleister', 'Prestataire', 'Proveedor'],
  ['lead.property', 'Property', 'Unterkunft', 'Logement', 'Alojamiento'],
  ['palette.houses', 'Properties', 'Unterkünfte', 'Logements', 'Alojamientos'],
  ['unitTypes', 'unit types', 'Unterkunftstypen', 'types de logement', 'tipos de unidad'],
  ['stay.unit', 'Unit', 'Einheit', 'Unité', 'Unidad'],
  ['lead.contact', 'Guest', 'Gast', 'Voyageur', 'Huésped'],
  ['sections.owner', 'Owner', 'Eigentümer', 'Propriétaire', 'Propietario'],
  ['lead.assignee', 'Assigned to', 'Zuständig', 'Attribué à', 'Asignado a'],
  ['lead.balance', 'Balance due', 'Offener Betrag', 'Solde dû', 'Saldo pendiente'],
  ['money.payment', 'Payment', 'Zahlung', 'Paiement', 'Pago'],
  ['money.refund', 'Refund', 'Erstattung', 'Remboursement', 'Reembolso'],
  ['money.categories.FEE', 'Fees', 'Gebühren', 'Frais', 'Cargos'],
  ['money.deposit', 'Security deposit', 'Kaution', 'Caution', 'Fianza'],
  ['pages.promoCodes', 'Promo codes', 'Aktionscodes', 'Codes promo', 'Códigos promocionales'],
  ['rates.price', 'Price per night', 'Preis pro Nacht', 'Prix par nuit', 'Precio por noche'],
  ['rates.minimum', 'Minimum stay', 'Mindestaufenthalt', 'Séjour minimum', 'Estancia mínima'],
  ['tab.access', 'Door codes', 'Türcodes', 'Codes d’accès', 'Códigos de acceso'],
  ['tab.data', 'Custom fields', 'Eigene Felder', 'Champs personnalisés', 'Campos personalizados'],
  ['list.tags', 'Tags', 'Tags', 'Étiquettes', 'Etiquetas'],
  ['live.undo', 'Undo', 'Rückgängig', 'Annuler', 'Deshacer'],
  ['unsaved.leave', 'Discard', 'Verwerfen', 'Abandonner', 'Descartar'],
]

/** Types of property and kinds of agency: an apartment is one of them. */
const isType = (path: string) =>
  /\.(APARTMENT|SERVICED_APARTMENT|kinds\.apartments\.name)$/.test(path)

/** A property's page on a channel, which is not another word for the property. */
const listingLink = /\blisting links?\b/i

/** Other words for the same things, which would name them twice. */
const synonyms = {
  en: /\b(listings?|accommodations?|apartments?|landlords?|access codes?|PINs?|labels?|to-dos?)\b/i,
  de: /\b(Objekte?|Mietobjekte?|Immobilien?|Vermieter|Zugangscodes?|Schlagw|Etikett|Rückzahlung)/,
  fr: /\b(propriétés?|hébergements?|biens?|bailleurs?|mots?-clés?|tags?|acompte de garantie)\b/i,
  es: /\b(propiedad(es)?|inmuebles?|viviendas?|arrendador|códigos? de puerta|devoluci[oó]n)\b/i,
} as const

describe('the glossary', () => {
  for (const [index, language] of languages.entries()) {
    const texts = dictionaries[language]

    it(`names things in ${language} by the words of the trade`, () => {
      const wrong = glossary.flatMap(([path, ...words]) => {
        const named = texts.filter(([key]) => key.endsWith(`.${path}`))
        assert.ok(named.length > 0, `${path} is a text`)
        return named.filter(([, text]) => !text.includes(words[index]!))
      })
      assert.deepEqual(wrong, [])
    })

    it(`has no second word for a thing in ${language}`, () => {
      assert.deepEqual(
        texts.filter(
          ([path, text]) =>
            !isType(path) && synonyms[language].test(text.replace(listingLink, 'link')),
        ),
        [],
      )
    })
  }
})
