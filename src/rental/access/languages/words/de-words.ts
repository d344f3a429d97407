import { html } from '../../../../platform/html.ts'
import type { PlainWords } from './en-words.ts'

export const de: PlainWords = {
  locale: 'de',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  backToSignIn: 'Zurück zur Anmeldung',
  refused: {
    title: 'Abgelehnt',
    heading: 'Das geht gerade nicht',
    foreignHeading: 'Dieses Formular kommt von einer anderen Adresse',
    foreign: publicUrl =>
      `Formulare werden nur von Seiten von ${publicUrl} angenommen. Wenn Sie dorthin wollten, ` +
      'öffnen Sie diese Adresse; wenn der Server unter einer anderen bekannt ist, muss sein ' +
      'Betreiber das einstellen (PUBLIC_URL).',
    tooMany: seconds =>
      `Zu viele fehlgeschlagene Versuche. Versuchen Sie es in ${seconds} s noch einmal.`,
    busy: seconds => `Der Server ist ausgelastet. Versuchen Sie es in ${seconds} s noch einmal.`,
    ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich neu an.',
    noAccess: 'Zu dieser Agentur haben Sie keinen Zugang.',
    other: 'Der Server nimmt das nicht an.',
  },
  signIn: {
    title: 'Anmelden',
    intro: 'Für Ihre Unterkünfte und Ihre Gäste.',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
    again: 'Bitte melden Sie sich noch einmal an.',
  },
  agency: {
    title: 'Für welche Agentur?',
    intro: 'Sie können später zu einer anderen wechseln.',
  },
  forgotten: {
    title: 'Passwort vergessen?',
    intro: 'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
    submit: 'Link senden',
    noMail:
      'Dieser Server verschickt keine E-Mails. Bitten Sie jemanden aus der Verwaltung Ihrer ' +
      'Agentur um einen neuen Link oder den Betreiber des Servers um ein neues Passwort.',
    sentTitle: 'Sehen Sie in Ihre E-Mails',
    sent:
      'Wenn hier jemand mit dieser Adresse arbeitet, ist ein Link unterwegs. Er gilt einmal und ' +
      'eine Stunde lang.',
    tooMany: seconds =>
      `Es wurden zu viele Links angefordert. Versuchen Sie es in ${seconds} s noch einmal.`,
  },
  welcome: {
    title: 'Passwort wählen',
    intro: 'Wählen Sie ein Passwort, mit dem Sie sich von nun an anmelden.',
    newPassword: 'Neues Passwort',
    length: '(mindestens 10 Zeichen)',
    submit: 'Speichern und anmelden',
    wrongLength: (min, max) => `Ein Passwort hat ${min} bis ${max} Zeichen.`,
    goneHeading: 'Dieser Link gilt nicht mehr',
    gone:
      'Er wurde schon benutzt, seine Zeit ist abgelaufen, oder es wurde seither ein anderer ' +
      'gesendet. Fordern Sie einen neuen an, oder bitten Sie die Verwaltung Ihrer Agentur darum.',
  },
  account: {
    title: 'Ihr Konto',
    hello: firstName => `Hallo ${firstName}`,
    toConsole: 'Zur Konsole',
    signOut: 'Abmelden',
    you: 'Sie',
    name: 'Name',
    role: 'Rolle',
    roles: {
      ADMIN: 'Administration',
      MANAGER: 'Leitung',
      STAFF: 'Team',
      CLEANER: 'Reinigung',
      READ_ONLY: 'Nur Lesen',
    },
    agency: 'Ihre Agentur',
    timeZone: 'Zeitzone',
    currency: 'Währung',
    switchTo: 'Zu einer anderen Agentur wechseln',
    switch: 'Agentur wechseln',
    sessions: 'Wo Sie angemeldet sind',
    thisBrowser: 'Dieser Browser',
    unknownBrowser: 'Unbekannter Browser',
    browserOn: (browser, system) => `${browser} auf ${system}`,
    unknownAddress: 'Unbekannte Adresse',
    lastUsed: when => `zuletzt benutzt ${when}`,
    end: 'Beenden',
    endOf: device => `Sitzung beenden: ${device}`,
    ended: 'Die Sitzung ist beendet.',
    changePassword: 'Passwort ändern',
    changeIntro: 'Danach sind Sie überall sonst abgemeldet.',
    currentPassword: 'Jetziges Passwort',
    change: 'Passwort ändern',
    changed: 'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
    wrongPassword: 'Das jetzige Passwort ist falsch.',
  },
  firstSteps: {
    title: 'Ihre Agentur hat noch keine Unterkunft',
    property: call => html`Eine Unterkunft anlegen: ${call} mit Name und Adresse.`,
    prices: call => html`Ihr Preise geben: ${call}.`,
    calendars: call =>
      html`Die Kalender der Portale verbinden, auf denen sie angeboten wird: ${call}.`,
    staff: call => html`Alle einladen, die mit Ihnen arbeiten: ${call}.`,
    reference: 'Lesen, wie das im Einzelnen geht',
  },
  noScript: account => html`Die Konsole braucht JavaScript. Ihr Konto finden Sie unter ${account}.`,
  mails: {
    hello: firstName => `Guten Tag ${firstName},`,
    invitation: agency => `Ihr Zugang bei ${agency}`,
    invited: agency =>
      `${agency} hat Sie zu Lodgepole eingeladen, wo die Agentur ihre Unterkünfte verwaltet.\n` +
      'Wählen Sie hier ein Passwort; der Link gilt einmal und eine Woche lang:',
    reset: agency => `Ein neues Passwort für ${agency}`,
    asked: agency =>
      `Jemand, vermutlich Sie, hat bei ${agency} ein neues Passwort angefordert.\n` +
      'Wählen Sie es hier; der Link gilt einmal und eine Stunde lang:',
    notYou: 'Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  },
}
