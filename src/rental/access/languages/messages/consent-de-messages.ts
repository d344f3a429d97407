import { html } from '../../../../platform/web/html.ts'
import type { ConsentMessages } from './consent-en-messages.ts'

export const consentDe: ConsentMessages = {
  connectTitle: partner => `${partner} verbinden`,
  overviewTitle: 'Partner mit Zugriff',
  connectIntro: partner =>
    html`${partner} bittet um Zugriff auf Ihre Unterkünfte. Melden Sie sich an und entscheiden
      Sie, was dieser Partner sehen und tun darf.`,
  overviewIntro:
    'Melden Sie sich an, um zu sehen, welche Partner Zugriff auf Ihre Unterkünfte haben, und um ' +
    'diesen zu ändern oder zu entziehen.',
  decline: 'Ablehnen',
  approve: 'Zustimmen',
  notAllowed:
    'Falsche E-Mail, falsches Passwort oder keine Berechtigung. Sie benötigen dafür ein ' +
    'Konto der Leitung.',
  invalidLink: 'Dieser Link ist ungültig',
  unregisteredRedirect: partner =>
    `Bitten Sie ${partner} um einen neuen: Die Rückkehradresse ist hier nicht registriert.`,
  unknownClient:
    'Bitten Sie den Partner um einen neuen: Seine Client-ID ist hier nicht registriert.',
  connectHeading: (partner, agency) => `${partner} mit ${agency} verbinden`,
  replacesAccess: partner => `Ihre Auswahl ersetzt den bisherigen Zugriff von ${partner}.`,
  partnersHeading: agency => `Partner mit Zugriff auf ${agency}`,
  overviewHeading: agency => `Partner mit Zugriff auf ${agency}`,
  partnerTitle: partner => `Zugriff von ${partner}`,
  partnerHeading: (partner, agency) => `Zugriff von ${partner} auf ${agency}`,
  save: 'Speichern',
  back: 'Zurück',
  removeAccess: 'Zugriff vollständig entziehen',
  removeAccessNote: (partner, agency) =>
    `${partner} verliert den Zugriff auf ${agency} und braucht für eine neue Verbindung Ihre ` +
    'Zustimmung.',
  noPartners: 'Kein Partner hat Zugriff.',
  propertyCount: count => (count === 1 ? '1 Unterkunft' : `${count} Unterkünfte`),
  changeAccess: 'Ändern oder entziehen',
  changeAccessOf: partner => `Zugriff von ${partner} ändern oder entziehen`,
  accessLegend: partner => `Was darf ${partner}?`,
  keepAccess: 'Bisherigen Zugriff behalten; neue Unterkünfte nur lesen',
  readAndChange: 'Lesen und bearbeiten: Buchungen, Kalender, Preise, Inhalte',
  readOnly: 'Nur lesen',
  personalDataLegend: 'Personenbezogene Daten von Gästen',
  seesPersonal: partner =>
    `${partner} darf Namen, E-Mail-Adressen, Telefonnummern und Notizen sehen`,
  keepPersonal: 'Bisherigen Zugriff behalten',
  allPersonal: 'Namen, E-Mail-Adressen, Telefonnummern und Notizen in allen Unterkünften',
  noPersonal: 'Keine personenbezogenen Daten',
  objectsLegend: 'Welche Unterkünfte?',
  noObjects: 'Noch keine Unterkünfte',
  allObjects: 'Alle Unterkünfte dieser Liste',
  hotelRemark: 'alle Unterkunftstypen, auch künftige',
  since: day => `Seit ${day}`,
  lastUsed: day => `zuletzt verwendet am ${day}`,
  neverUsed: 'nie verwendet',
  deletedObject: 'eine gelöschte Unterkunft',
  may: { READ: 'lesen', READ_WRITE: 'lesen und bearbeiten' },
  withPersonal: may => `${may}, mit personenbezogenen Daten von Gästen`,
  accessMail: {
    subject: (partner, agency) => `${partner} hat jetzt Zugriff auf ${agency}`,
    intro: (grantor, partner, agency) =>
      `${grantor} hat ${partner} neuen Zugriff auf ${agency} gegeben:`,
    more: count => `und ${count} weitere`,
    footer: url =>
      `Zugriff prüfen, ändern oder entfernen: ${url}\n` +
      'Falls das ein Versehen war, entfernen Sie den Zugriff dort und setzen Sie das Passwort ' +
      'des Kontos zurück, das ihn gegeben hat.',
    operator: 'Der Betreiber des Servers',
  },
  nothingChosen: 'Wählen Sie mindestens eine Unterkunft.',
  alreadyRemoved: 'Dieser Partner hat keinen Zugriff mehr.',
  accessRemoved: partner => `${partner} hat keinen Zugriff mehr.`,
  accessSaved: partner => `Für ${partner} gespeichert.`,
}
