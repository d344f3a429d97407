import { plural } from '../../plural.ts'
import type { QuoteTranslations } from './en.ts'

export const quotes: QuoteTranslations = {
  quote: {
    free: plural('de', { one: '# Unterkunft ist frei', other: '# Unterkünfte sind frei' }),
    stay: 'Aufenthalt',
    guest: 'Gast',
    price: 'Preis',
    choose: 'Bitte wählen…',
    extras: 'Extras',
    offline: 'Vor Ort zu zahlen, nicht enthalten',
    knownGuests: 'Bekannte Gäste',
    applyDetailsOf: name => `Daten von ${name} übernehmen`,
    phone: 'Telefon',
    as: 'Speichern als',
    kinds: { quote: 'Angebot', hold: 'Option', book: 'Buchung' },
    kindTexts: {
      quote: 'Speichert den Preis. Die Nächte bleiben frei.',
      hold: 'Hält Nächte und Preis fest, bis die Option abläuft.',
      book: 'Bucht die Nächte zu diesem Preis.',
    },
    minutes: 'Dauer der Option (Minuten)',
    submits: { quote: 'Angebot speichern', hold: 'Option setzen', book: 'Buchen' },
    incomplete: {
      both: 'Wählen Sie Unterkunft und Zeitraum, um den Preis zu sehen.',
      property: 'Wählen Sie eine der freien Unterkünfte, um den Preis zu sehen.',
      dates: 'Wählen Sie den Zeitraum, um den Preis zu sehen.',
      guests: 'Geben Sie die Zahl der Gäste ein, um den Preis zu sehen.',
    },
    badDates: 'Wählen Sie eine Abreise nach der Anreise.',
    perNight: amount => `${amount} pro Nacht, inkl. aller Gebühren`,
    down: amount => `Anzahlung jetzt fällig: ${amount}`,
    overrule: {
      quote: 'Trotzdem anbieten',
      hold: 'Trotzdem Option setzen',
      book: 'Trotzdem Option setzen, dann buchen',
    },
    sealed: stay => `Option für ${stay}`,
    sealedText: time => `Der Preis gilt bis ${time}.`,
    changed: (before, now) =>
      `Der Preis hat sich von ${before} auf ${now} geändert. ` +
      'Die Nächte werden für Sie freigehalten.',
    book: 'Zu diesem Preis buchen',
    release: 'Freigeben',
    open: 'Buchung öffnen',
    gone: 'Die Option ist abgelaufen. Die Nächte sind wieder frei.',
    again: 'Neues Angebot',
  },
  board: {
    columns: {
      QUOTE: 'Anfragen & Angebote',
      HOLD: 'Buchungsanfragen & Optionen',
      BOOKED: 'Gebucht',
      STAY: 'Im Haus',
      CLOSED: 'Geschlossen',
    },
    move: name => `${name} verschieben`,
    inList: 'Als Liste anzeigen',
    none: 'Keine Buchungen',
    noReason: {
      QUOTE: 'Buchungen können nicht wieder Angebote werden.',
      HOLD: 'Nur offene Angebote können zur Option werden.',
      BOOKED: 'Das kann von hier aus nicht gebucht werden.',
      STAY: 'Beginnt am Anreisetag automatisch.',
      CLOSED: 'Das kann von hier aus nicht geschlossen werden.',
    },
    everybody: 'Alle',
  },
}
