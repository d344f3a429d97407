import type { ProblemTranslations } from './en.ts'

export const problem: ProblemTranslations = {
  ended: 'Ihre Sitzung ist beendet',
  endedText:
    'Ihre Eingaben sind noch da. Melden Sie sich in einem neuen Tab an und versuchen Sie es ' +
    'dann erneut.',
  signIn: 'Anmelden (neuer Tab)',
  title: 'Das hat nicht geklappt',
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  forbidden: 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an Ihre Administration.',
  broken: 'Auf dieser Seite ist ein Fehler aufgetreten.',
  again: 'Erneut versuchen',
  reload: 'Neu laden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  number: 'Fehler-ID',
  isNow: status => `Beim Status „${status}“ ist das nicht möglich.`,
  lastAdmin:
    'Die Agentur braucht einen aktiven Administrator. Machen Sie zuerst ein anderes Mitglied dazu.',
  codes: {
    LEAD_NOT_FOUND: 'Buchung nicht gefunden. Vielleicht wurde sie gelöscht.',
    RATE_LIMITED: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  },
  kinds: {
    input: 'Bitte prüfen Sie die markierten Felder.',
    denied: 'Darauf haben Sie keinen Zugriff.',
    missing: 'Das ist nicht mehr vorhanden.',
    conflict: 'Das hat sich geändert – laden Sie neu und versuchen Sie es erneut.',
    server: 'Der Server hat ein Problem. Versuchen Sie es gleich noch einmal.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Pflichtfeld',
    other: 'Ungültiger Wert',
  },
}
