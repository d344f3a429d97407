/** German names of publish checks, and texts of the card that lists them on Today. */
import type { PublishCheckTranslations } from './en.ts'

export const publishChecks: PublishCheckTranslations = {
  card: {
    title: 'Bereit für die erste Buchung',
    text: 'Anreisen, Abreisen und Aufgaben erscheinen hier, sobald eine Unterkunft buchbar ist.',
    ready: 'Bereit für Buchungen',
    more: 'Damit verkaufen Sie mehr.',
    all: 'Alle anzeigen',
    start: 'Einrichtung starten',
    resume: 'Einrichtung fortsetzen',
    hide: 'Ausblenden',
  },
  severities: {
    SALE: 'Für Buchungen nötig',
    LAW: 'Vielleicht Pflicht',
    QUALITY: 'Empfohlen',
  },
  checks: {
    PROPERTY_NONE: 'Unterkunft anlegen',
    CONTACT: 'Kontaktdaten ergänzen',
    MAIL_MISSING: 'E-Mail einrichten',
    TEAM_ALONE: 'Team einladen',
    BACKUP_NONE: 'Sicherungen einschalten: BACKUP_EVERY_HOURS',
    INACTIVE: 'Unterkunft für Buchungen öffnen',
    PRICE_MISSING: 'Preis festlegen',
    UNITS_MISSING: 'Eine Einheit aktivieren',
    NOT_BOOKABLE_DAYS: 'Anreise an einem Tag erlauben',
    PHOTOS_NONE: 'Fotos hinzufügen',
    DESCRIPTION: 'Beschreibung schreiben',
    ROOMS: 'Betten eintragen',
    AMENITIES: 'Mindestens fünf Ausstattungen wählen',
    COORDINATES: 'Auf der Karte platzieren',
    CALENDAR_NONE: 'Kalender verbinden',
  },
}
