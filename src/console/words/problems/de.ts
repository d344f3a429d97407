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
    RATE_LIMITED: 'Das war zu viel auf einmal. Warten Sie einen Augenblick.',
  },
  kinds: {
    input: 'So nimmt der Server das nicht an.',
    denied: 'Darauf haben Sie keinen Zugriff.',
    missing: 'Das gibt es nicht, oder nicht mehr.',
    conflict: 'So, wie es jetzt steht, geht das nicht.',
    server: 'Der Server konnte das nicht tun. Versuchen Sie es gleich noch einmal.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Das fehlt.',
    other: 'Das passt so nicht.',
  },
}
