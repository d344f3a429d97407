import { plural } from '../plural.ts'
import type { OtherWords } from './quote-en.ts'

export const others: OtherWords = {
  quote: {
    free: plural('de', { one: '# Unterkunft ist frei', other: '# Unterkünfte sind frei' }),
    stay: 'Aufenthalt',
    guest: 'Gast',
    price: 'Preis',
    choose: 'Wählen…',
    extras: 'Extras',
    offline: 'Vor Ort zu zahlen, nicht in der Summe',
    known: 'Bekannte Gäste',
    take: name => `${name} übernehmen`,
    phone: 'Telefon',
    as: 'Was daraus wird',
    kinds: { quote: 'Angebot', hold: 'Reservierung', book: 'Buchung' },
    kindTexts: {
      quote: 'Eine Anfrage mit diesem Preis. Die Nächte bleiben frei.',
      hold: 'Nächte und Preis werden eine Weile festgehalten.',
      book: 'Die Nächte werden zu diesem Preis gebucht.',
    },
    minutes: 'Wie viele Minuten reservieren',
    submits: { quote: 'Angebot speichern', hold: 'Nächte reservieren', book: 'Buchen' },
    incomplete: {
      both: 'Wählen Sie Unterkunft und Tage, um den Preis zu sehen.',
      property: 'Wählen Sie eine der freien Unterkünfte, um den Preis zu sehen.',
      dates: 'Wählen Sie die Tage, um den Preis zu sehen.',
      guests: 'Geben Sie an, wie viele Gäste kommen, um den Preis zu sehen.',
    },
    badDates: 'Die Abreise muss nach der Anreise liegen.',
    perNight: amount => `im Schnitt ${amount} je Nacht`,
    down: amount => `${amount} fällig bei der Buchung`,
    overrule: {
      quote: 'Trotz der Regel anbieten',
      hold: 'Trotz der Regel reservieren',
      book: 'Trotz der Regel reservieren, dann buchen',
    },
    sealed: 'Nächte und Preis sind festgehalten',
    sealedText: 'Genau das wird gebucht, auf den Cent.',
    changed: (before, now) =>
      `Der Preis ist inzwischen nicht mehr ${before}, sondern ${now}. ` +
      'Die Nächte sind für Sie reserviert.',
    book: 'Zu diesem Preis buchen',
    release: 'Freigeben',
    open: 'Anfrage öffnen',
    gone: 'Die Reservierung ist zu Ende: Die Nächte sind für andere frei.',
    again: 'Neues Angebot',
  },
  board: {
    columns: {
      QUOTE: 'Angebot',
      HOLD: 'Reserviert',
      BOOKED: 'Gebucht',
      STAY: 'Im Haus',
      CLOSED: 'Geschlossen',
    },
    move: name => `${name} verschieben`,
    moveTo: (column, act) => `${column}: ${act}`,
    inList: 'Als Liste zeigen',
    none: 'Hier ist nichts.',
    noReason: {
      QUOTE: 'Aus einer Buchung wird nie wieder eine Anfrage.',
      HOLD: 'Nur ein offenes Angebot kann reserviert werden.',
      BOOKED: 'Das kann von hier aus nicht gebucht werden.',
      STAY: 'Ein Aufenthalt beginnt am Tag der Anreise von selbst.',
      CLOSED: 'Das kann von hier aus nicht geschlossen werden.',
    },
    moved: (name, column) => `${name} steht jetzt unter ${column}.`,
    everybody: 'Alle',
  },
}
