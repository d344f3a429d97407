/** German translations of the set-up and of its checklist. */
import type { SetupTranslations } from './en.ts'

export const setup: SetupTranslations = {
  title: 'Erste Unterkunft einrichten',
  another: 'Weitere Unterkunft anlegen',
  continue: 'Weiter',
  skip: 'Vorerst überspringen',
  finish: 'Fertigstellen',
  isDone: 'erledigt',
  copy: 'Kopieren',
  copied: 'Kopiert',
  createProperty: 'Unterkunft anlegen',
  createHotel: 'Hotel anlegen',
  created: name => `${name} angelegt`,
  weekend: (dates, price) =>
    `Mit den gespeicherten Preisen kostet der Aufenthalt ${dates} ${price}.`,
  steps: {
    business: {
      title: 'Ihr Betrieb',
      text: 'Danach richten sich nur Vorschläge für Ihre Unterkünfte. Alles bleibt änderbar.',
    },
    property: {
      title: 'Unterkunft',
      text: 'Was Gäste und Kalender mindestens brauchen. Buchbar ist sie noch nicht.',
    },
    photos: { title: 'Fotos', text: 'Das erste Foto ist das Titelbild.' },
    rooms: { title: 'Betten und Ausstattung', text: 'Danach filtern Gäste.' },
    texts: {
      title: 'Texte',
      text: 'Zunächst in Ihrer Sprache. Weitere Sprachen können folgen.',
    },
    price: {
      title: 'Preis und Gebühren',
      text: 'Ein Preis pro Nacht genügt für den Anfang. Saisons können folgen.',
    },
    rules: {
      title: 'Aufenthaltsregeln',
      text: 'Wann Gäste an- und abreisen und wie sie buchen.',
    },
    calendars: {
      title: 'Kalender',
      text: 'Importieren Sie Buchungen anderer Seiten, damit keine Nacht doppelt verkauft wird.',
    },
    open: {
      title: 'Für Buchungen öffnen',
      text: 'Prüfen Sie, was fehlt, und öffnen Sie dann die Unterkunft.',
    },
    team: {
      title: 'Team und E-Mail',
      text: 'Kollegen melden sich mit eigenem Passwort und eigener Rolle an.',
    },
  },
  kinds: {
    rentals: { name: 'Ferienhäuser', text: 'Häuser und Hütten, auf Anfrage gebucht' },
    apartments: { name: 'Apartments', text: 'Kurze Aufenthalte, sofort gebucht' },
    hotel: { name: 'Hotel oder Pension', text: 'Mehrere Zimmer jeder Art' },
    manager: {
      name: 'Verwaltung für Eigentümer',
      text: 'Jede Unterkunft hat einen Eigentümer',
    },
  },
  fields: {
    ownerUid: 'Eigentümer',
    firstName: 'Vorname des Eigentümers',
    lastName: 'Nachname des Eigentümers',
    email: 'E-Mail des Eigentümers',
    name: 'Name',
    unitType: 'Erste Zimmerart',
    numberOfUnits: 'Zimmer dieser Art',
    shortSummary: 'Kurztext',
    summary: 'Beschreibung',
  },
  headline: 'Titel',
  hints: {
    ownerUid: 'Leer lassen für einen neuen Eigentümer',
    unitType: 'Zum Beispiel: Doppelzimmer',
    'address.address': 'Freiwillig',
    shortSummary: 'Ein Satz für Listen',
  },
  rooms: {
    bedroom: number => `Schlafzimmer ${number}`,
  },
  calendars: {
    site: 'Seite',
    url: 'Adresse des Kalenders',
    urlHint: 'Auf der anderen Seite: Kalender exportieren, iCal-Adresse kopieren',
    other: 'Andere Seite',
    add: 'Kalender hinzufügen',
    own: 'Unser Kalender, zum Hinzufügen auf den anderen Seiten',
    states: { OK: 'Importiert', NEVER: 'Import läuft…' },
  },
  open: {
    action: 'Für Buchungen öffnen',
    done: name => `${name} ist für Buchungen geöffnet.`,
    missing: 'Es fehlt noch',
    bookingPage: 'Öffentliche Seite der Unterkunft',
    address: 'Adresse der Seite',
    book: 'Erste Buchung eintragen',
  },
  team: {
    invite: 'Teammitglied einladen',
  },
}
