/** German translations of the settings of the agency. */
import type { AgencyTranslations } from './en.ts'

export const agency: AgencyTranslations = {
  agency: 'Agentur',
  booking: 'Buchungsregeln',
  privacy: 'Datenschutz',
  email: {
    title: 'E-Mail',
    state: 'Stand der E-Mail',
    missing:
      'Dieser Server versendet keine E-Mails. Nachrichten an Gäste warten im Postausgang, und ' +
      'Einladungen sind Links zum Kopieren.',
    settings:
      'Ergänzen Sie diese Zeilen mit Ihrem Mailserver in der Einstellungsdatei des Servers, ' +
      '/etc/lodgepole/env oder .env:',
    restart:
      'Starten Sie den Server danach neu. Die Zeilen enthalten ein Passwort und werden ' +
      'deshalb nicht hier gesetzt.',
    ready: 'Dieser Server versendet E-Mails: Nachrichten an Gäste, Einladungen und Hinweise.',
    sender: 'Absender',
    host: 'Mailserver',
    test: 'Test an mich senden',
    testText: 'Höchstens fünf Tests pro Stunde.',
    sent: (email, seconds) =>
      `In ${seconds} an ${email} gesendet. Falls nichts ankommt, sehen Sie im Spam-Ordner nach.`,
    notSent: seconds => `Nach ${seconds} nicht gesendet. Antwort des Mailservers:`,
    tooMany: when => `Fünf Tests pro Stunde sind erlaubt. Versuchen Sie es ${when} noch einmal.`,
  },
  bookingPages: {
    fields: { dbsEnabled: 'Unterkünfte können eine Buchungsseite haben', website: 'Website' },
    hints: { website: 'Leer: die Adresse dieses Servers' },
  },
  sections: {
    bookingPages: 'Buchungsseiten',
    contact: 'Name und Kontakt',
    address: 'Adresse',
    region: 'Währung und Zeitzone',
    stays: 'Vorgaben für neue Unterkünfte',
    requests: 'Buchungsanfragen',
    holds: 'Optionen, Angebote und Anfragen',
    retention: 'Aufbewahrung',
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
    personalDataRetentionDays: 'Gästedaten, Tage nach der Abreise',
    messageRetentionDays: 'Nachrichten, Tage',
  },
  hints: {
    currency:
      'Vorhandene Unterkünfte behalten ihre Währung. Laden Sie andere offene Seiten danach neu.',
    requestHours: '0: keine Frist',
    paymentHours: '0: keine Frist',
    holdHours: 'Vorgabe 24 h, höchstens 720 h',
    quoteValidityHours: 'Vorgabe 168 h',
    inquiryResponseHours: 'Vorgabe 24 h',
    personalDataRetentionDays: '0: unbegrenzt. Ältere werden jede Nacht gelöscht, ohne Rückweg.',
    messageRetentionDays: '0: unbegrenzt. Ältere werden jede Nacht gelöscht, ohne Rückweg.',
  },
}
