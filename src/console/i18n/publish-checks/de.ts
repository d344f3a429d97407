/** German names of publish checks, for the set-up and the editor of a property. */
import type { PublishCheckTranslations } from './en.ts'

export const publishChecks: PublishCheckTranslations = {
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
