/** German translations of the settings of the agency. */
import type { AgencyTranslations } from './en.ts'

export const agency: AgencyTranslations = {
  agency: 'Agentur',
  booking: 'Buchungsregeln',
  email: {
    title: 'E-Mail',
    state: 'Stand der E-Mail',
    missing:
      'Dieser Server versendet keine E-Mails. Nachrichten an Gäste warten im Postausgang, und ' +
      'Einladungen sind Links zum Kopieren.',
    settings:
      'Ergänzen Sie diese Zeilen mit Ihrem Mailserver in der Einstellungsdatei des Servers:',
    restart:
      'Starten Sie den Server danach neu. Die Zeilen enthalten ein Passwort und werden ' +
      'deshalb nicht hier gesetzt.',
    ready: 'Dieser Server versendet E-Mails: Nachrichten an Gäste, Einladungen und Hinweise.',
  },
  sections: {
    contact: 'Name und Kontakt',
    address: 'Adresse',
    region: 'Währung und Zeitzone',
    stays: 'Vorgaben für neue Unterkünfte',
    requests: 'Buchungsanfragen',
    holds: 'Optionen, Angebote und Anfragen',
  },
  fields: {
    name: 'Name Ihres Betriebs',
    agencyEmailAddress: 'E-Mail',
    phoneNumber: 'Telefon',
    website: 'Website',
    address1: 'Straße und Hausnummer',
    zipCode: 'Postleitzahl',
    city: 'Ort',
    state: 'Bundesland oder Region',
    countryCode: 'Land',
    currency: 'Währung',
    timeZone: 'Zeitzone',
    defaultCheckInTime: 'Anreise ab',
    defaultCheckOutTime: 'Abreise bis',
    rentalCondition: 'Mietbedingungen',
    requestNeedsConfirmation: 'Buchungsanfragen selbst bestätigen',
    requestHours: 'Frist für die Antwort auf eine Buchungsanfrage',
    paymentHours: 'Frist für die Zahlung nach der Zusage',
    holdHours: 'Dauer einer Option',
    quoteValidityHours: 'Gültigkeit eines Angebots',
    inquiryResponseHours: 'Frist für die Antwort auf eine Anfrage',
  },
  hints: {
    currency:
      'Vorhandene Unterkünfte behalten ihre Währung. Laden Sie andere offene Seiten danach neu.',
    requestHours: '0: keine Frist',
    paymentHours: '0: keine Frist',
    holdHours: 'Vorgabe 24 h, höchstens 720 h',
    quoteValidityHours: 'Vorgabe 168 h',
    inquiryResponseHours: 'Vorgabe 24 h',
  },
}
