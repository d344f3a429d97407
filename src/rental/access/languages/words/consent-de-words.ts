import { html } from '../../../../platform/html.ts'
import type { ConsentWords } from './consent-en-words.ts'

export const consentDe: ConsentWords = {
  title: partner => `${partner} verbinden`,
  ownTitle: 'Partner mit Zugriff',
  asks: partner =>
    html`${partner} bittet um Zugriff auf Ihre Unterkünfte. Melden Sie sich an und entscheiden
      Sie, was dieser Partner sehen und tun darf.`,
  own:
    'Melden Sie sich an, um zu sehen, welche Partner Zugriff auf Ihre Unterkünfte haben, und um ' +
    'diesen zu ändern oder zu entziehen.',
  decline: 'Ablehnen',
  approve: 'Zustimmen',
  notAllowed:
    'Falsche E-Mail, falsches Passwort oder keine Berechtigung. Sie benötigen dafür ein ' +
    'Konto der Leitung.',
  incorrect: 'Dieser Link ist ungültig',
  noAddress: partner =>
    `Bitten Sie ${partner} um einen neuen: Die Rückkehradresse ist hier nicht registriert.`,
  noClient: 'Bitten Sie den Partner um einen neuen: Seine Client-ID ist hier nicht registriert.',
  heading: (partner, agency) => `${partner} mit ${agency} verbinden`,
  replaces: partner => `Ihre Auswahl ersetzt den bisherigen Zugriff von ${partner}.`,
  whoHas: agency => `Partner mit Zugriff auf ${agency}`,
  ownHeading: agency => `Partner mit Zugriff auf ${agency}`,
  partnerTitle: partner => `Zugriff von ${partner}`,
  partnerHeading: (partner, agency) => `Zugriff von ${partner} auf ${agency}`,
  save: 'Speichern',
  back: 'Zurück',
  endAll: 'Zugriff vollständig entziehen',
  endText: (partner, agency) =>
    `${partner} verliert den Zugriff auf ${agency} und braucht für eine neue Verbindung Ihre ` +
    'Zustimmung.',
  nobody: 'Kein Partner hat Zugriff.',
  properties: count => (count === 1 ? '1 Unterkunft' : `${count} Unterkünfte`),
  change: 'Ändern oder entziehen',
  changeOf: partner => `Zugriff von ${partner} ändern oder entziehen`,
  what: partner => `Was darf ${partner}?`,
  keep: 'Bisherigen Zugriff behalten; neue Unterkünfte nur lesen',
  readAndChange: 'Lesen und bearbeiten: Buchungen, Kalender, Preise, Inhalte',
  readOnly: 'Nur lesen',
  personal: 'Personenbezogene Daten von Gästen',
  seesPersonal: partner =>
    `${partner} darf Namen, E-Mail-Adressen, Telefonnummern und Notizen sehen`,
  keepPersonal: 'Bisherigen Zugriff behalten',
  allPersonal: 'Namen, E-Mail-Adressen, Telefonnummern und Notizen in allen Unterkünften',
  noPersonal: 'Keine personenbezogenen Daten',
  which: 'Welche Unterkünfte?',
  none: 'Noch keine Unterkünfte',
  all: 'Alle Unterkünfte dieser Liste',
  hotel: 'alle Unterkunftstypen, auch künftige',
  since: day => `Seit ${day}`,
  lastUsed: day => `zuletzt verwendet am ${day}`,
  neverUsed: 'nie verwendet',
  deleted: 'eine gelöschte Unterkunft',
  may: { READ: 'lesen', READ_WRITE: 'lesen und bearbeiten' },
  withPersonal: may => `${may}, mit personenbezogenen Daten von Gästen`,
  nothingChosen: 'Wählen Sie mindestens eine Unterkunft.',
  noLonger: 'Dieser Partner hat keinen Zugriff mehr.',
  ended: partner => `${partner} hat keinen Zugriff mehr.`,
  saved: partner => `Für ${partner} gespeichert.`,
}
