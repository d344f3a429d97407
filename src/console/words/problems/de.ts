import type { ProblemWords } from './en.ts'

export const problem: ProblemWords = {
  ended: 'Ihre Sitzung ist beendet',
  endedText:
    'Was Sie eingegeben haben, ist noch da. Melden Sie sich in einem neuen Tab an ' +
    'und versuchen Sie es dann erneut.',
  signIn: 'In einem neuen Tab anmelden',
  title: 'Das hat nicht geklappt',
  unreachable: 'Der Server ist nicht erreichbar. Vielleicht ist die Verbindung unterbrochen.',
  forbidden: 'Ihre Rolle erlaubt das nicht.',
  broken: 'Auf dieser Seite ist etwas kaputt.',
  again: 'Noch einmal',
  reload: 'Neu laden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  number: 'Nummer der Meldung',
  isNow: status => `Die Anfrage ist jetzt „${status}“, und dann geht das nicht.`,
  codes: {
    LEAD_NOT_FOUND: 'Diese Anfrage gibt es nicht, oder sie ist gelöscht.',
    PROPERTY_REMOVED: 'Die Unterkunft ist gelöscht.',
    LEAD_READ_ONLY: 'Das sind Beispieldaten: sie können nur gelöscht werden.',
    LEAD_NOT_DELETABLE: 'In diesem Zustand kann die Anfrage nicht gelöscht werden.',
    IDEMPOTENCY_IN_PROGRESS: 'Dasselbe wird gerade schon getan.',
    REQUEST_TIMEOUT: 'Die Anfrage an den Server hat zu lange gebraucht.',
    PAYLOAD_TOO_LARGE: 'Das ist zu groß.',
    RATE_LIMITED: 'Das war zu viel auf einmal. Warten Sie einen Augenblick.',
    REQUIRED_PARAMETER: 'Etwas Nötiges fehlt.',
    INVALID_DATE_RANGE: 'Diese Tage passen nicht zusammen.',
    ALREADY_EXISTS: 'Das gibt es schon.',
  },
  kinds: {
    input: 'So nimmt der Server das nicht an.',
    denied: 'Darauf haben Sie keinen Zugriff.',
    missing: 'Das gibt es nicht, oder nicht mehr.',
    conflict: 'So, wie es jetzt steht, geht das nicht.',
    server:
      'Der Server konnte das nicht tun. Es ist nichts verloren; ' +
      'versuchen Sie es gleich noch einmal.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Das fehlt.',
    other: 'Das passt so nicht.',
  },
}
