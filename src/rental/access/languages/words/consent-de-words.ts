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
    'das zu ändern oder zu beenden.',
  decline: 'Ablehnen',
  approve: 'Zustimmen',
  notAllowed:
    'Das sind nicht E-Mail-Adresse und Passwort von jemandem, der darüber entscheiden darf.',
  incorrect: 'Diese Anfrage ist nicht richtig',
  noAddress: 'die Adresse für die Rückkehr ist nicht eingetragen',
  noClient: 'der Partner ist nicht bekannt',
  heading: (partner, agency) => `${partner} mit ${agency} verbinden`,
  replaces: partner => `Was Sie wählen, ersetzt, was ${partner} bisher durfte.`,
  whoHas: agency => `Wer Zugriff auf ${agency} hat`,
  ownHeading: agency => `Partner mit Zugriff auf ${agency}`,
  partnerTitle: partner => `Zugriff von ${partner}`,
  partnerHeading: (partner, agency) => `Was ${partner} bei ${agency} darf`,
  save: 'Speichern',
  back: 'Zurück',
  endAll: 'Zugriff ganz beenden',
  endText: (partner, agency) =>
    `${partner} sieht dann nichts mehr von ${agency} und braucht für eine Rückkehr eine neue ` +
    'Zustimmung.',
  nobody: 'Kein Partner hat Zugriff.',
  properties: count => (count === 1 ? '1 Unterkunft' : `${count} Unterkünfte`),
  change: 'Ändern oder beenden',
  changeOf: partner => `Zugriff von ${partner} ändern oder beenden`,
  what: partner => `Was darf ${partner} dort tun?`,
  keep: 'In jeder Unterkunft, was jetzt erlaubt ist; in weiteren lesen',
  readAndChange: 'Lesen und ändern: Buchungen, Kalender, Preise, Inhalte',
  readOnly: 'Nur lesen',
  personal: 'Persönliche Daten von Gästen',
  seesPersonal: partner =>
    `${partner} darf Namen, E-Mail-Adressen, Telefonnummern und Notizen sehen`,
  keepPersonal: partner => `${partner} darf sie sehen, wo es jetzt erlaubt ist`,
  allPersonal: 'Überall Namen, E-Mail-Adressen, Telefonnummern und Notizen',
  noPersonal: 'Nirgends',
  which: 'Welche Unterkünfte?',
  none: 'Es gibt noch keine Unterkünfte.',
  all: 'Alle Unterkünfte dieser Liste',
  hotel: 'alle Zimmertypen, auch spätere',
  since: day => `Seit ${day}`,
  lastUsed: day => `zuletzt benutzt am ${day}`,
  neverUsed: 'nie benutzt',
  deleted: 'eine gelöschte',
  may: { READ: 'lesen', READ_WRITE: 'lesen und ändern' },
  withPersonal: may => `${may}, mit persönlichen Daten von Gästen`,
  nothingChosen: 'Wählen Sie mindestens eine Unterkunft.',
  noLonger: 'Dieser Partner hat keinen Zugriff mehr.',
  ended: partner => `${partner} hat keinen Zugriff mehr.`,
  saved: partner => `Für ${partner} gespeichert.`,
}
