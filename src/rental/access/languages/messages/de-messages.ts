import { html } from '../../../../platform/web/html.ts'
import type { PlainMessages } from './en-messages.ts'

export const de: PlainMessages = {
  locale: 'de',
  description: 'Kalender, Preise, Reservierungen und Gäste Ihrer Ferienunterkünfte.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  backToSignIn: 'Zurück zur Anmeldung',
  errors: {
    title: 'Nicht möglich',
    heading: 'Das hat nicht geklappt',
    laterHeading: 'Bitte später erneut versuchen',
    wrongAddressHeading: 'Von der falschen Adresse geöffnet',
    wrongAddress: publicUrl =>
      `Dieser Server nimmt Formulare nur von ${publicUrl} an. Öffnen Sie diese Adresse und ` +
      'versuchen Sie es erneut. Hat Ihr Server eine andere Adresse, bitten Sie den Betreiber, ' +
      'PUBLIC_URL einzustellen.',
    tooMany: seconds => `Zu viele Fehlversuche. Versuchen Sie es in ${seconds} Sekunden erneut.`,
    busy: seconds => `Der Server ist ausgelastet. Versuchen Sie es in ${seconds} Sekunden erneut.`,
    ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
    agencyDisabled: 'Diese Agentur ist gesperrt. Wenden Sie sich an den Betreiber dieses Servers.',
    noAccess: 'Sie haben keinen Zugriff auf diese Agentur.',
    otherError: 'Gehen Sie zurück und versuchen Sie es erneut.',
  },
  unknownPage: {
    title: 'Seite nicht gefunden',
    text: 'Prüfen Sie die Adresse.',
    toConsole: 'Konsole öffnen',
  },
  signIn: {
    title: 'Anmelden',
    heading: 'Bei Lodgepole anmelden',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
    again: 'Bitte melden Sie sich erneut an.',
  },
  agency: {
    title: 'Agentur wählen',
    intro: 'Sie können später zu einer anderen wechseln.',
  },
  forgotten: {
    title: 'Passwort vergessen?',
    intro: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    submit: 'Link senden',
    noMail:
      'Dieser Server kann keine E-Mails senden. Bitten Sie Ihre Administration um einen Link zum ' +
      'Zurücksetzen.',
    sentTitle: 'Prüfen Sie Ihre E-Mails',
    sent:
      'Wenn es zu dieser Adresse ein Konto gibt, haben wir Ihnen einen Link gesendet. Er ' +
      'funktioniert nur einmal und ist eine Stunde lang gültig.',
    tooMany: seconds =>
      `Zu viele Links angefordert. Versuchen Sie es in ${seconds} Sekunden erneut.`,
  },
  welcome: {
    title: 'Passwort wählen',
    heading: firstName => `Willkommen, ${firstName}`,
    intro: agency => `Wählen Sie ein Passwort für ${agency}.`,
    newPassword: 'Neues Passwort',
    length: '(mindestens 10 Zeichen)',
    submit: 'Speichern und anmelden',
    wrongLength: (min, max) => `Verwenden Sie ${min} bis ${max} Zeichen.`,
    linkExpiredHeading: 'Dieser Link ist abgelaufen',
    linkExpired:
      'Er wurde bereits verwendet, ist zu alt oder wurde durch einen neueren ersetzt. Fordern ' +
      'Sie einen neuen Link an oder bitten Sie Ihre Administration darum.',
  },
  newAgency: {
    notSetUp: command =>
      html`Dieser Server ist noch nicht eingerichtet. Öffnen Sie den Link in seinem
      Protokoll, oder lassen Sie ihn dort ausgeben mit ${command}`,
    title: 'Lodgepole einrichten',
    intro: 'Legen Sie Ihre Agentur und Ihr Konto an. Ihr Team können Sie später einladen.',
    agencyName: 'Name Ihres Betriebs',
    firstName: 'Vorname',
    lastName: 'Nachname',
    language: 'Sprache',
    submit: 'Agentur anlegen',
    check: 'Bitte korrigieren Sie die markierten Felder.',
    invalid: {
      name: 'Geben Sie 1 bis 255 Zeichen ein.',
      currency: 'Geben Sie einen Währungscode wie EUR ein.',
      timeZone: 'Geben Sie eine Zeitzone wie Europe/Paris ein.',
      email: 'Geben Sie eine E-Mail-Adresse wie ada@pine.example ein.',
      language: 'Wählen Sie eine Sprache.',
    },
    linkInvalidHeading: 'Dieser Link funktioniert nicht',
    linkInvalid: command =>
      html`Er ist falsch geschrieben, verwendet oder abgelaufen, oder dieser Server hat bereits eine
      Agentur. Gibt es noch keine, liefert dieser Befehl auf dem Server einen neuen Link:
      ${command}`,
  },
  account: {
    title: 'Ihr Konto',
    toConsole: 'Zurück zu Lodgepole',
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
    switchTo: 'Wechseln zu',
    switch: 'Agentur wechseln',
    sessions: 'Aktive Sitzungen',
    thisBrowser: 'Dieser Browser',
    unknownBrowser: 'Unbekannter Browser',
    browserOn: (browser, system) => `${browser} auf ${system}`,
    unknownAddress: 'Unbekannte Adresse',
    lastUsed: when => `zuletzt verwendet: ${when}`,
    end: 'Abmelden',
    endOf: device => `${device} abmelden`,
    ended: 'Abgemeldet.',
    changePassword: 'Passwort ändern',
    changeIntro: 'Auf anderen Geräten werden Sie abgemeldet.',
    currentPassword: 'Aktuelles Passwort',
    change: 'Passwort ändern',
    changed: 'Passwort geändert. Auf anderen Geräten wurden Sie abgemeldet.',
    wrongPassword: 'Das aktuelle Passwort ist falsch.',
  },
  firstSteps: {
    title: 'Richten Sie Ihre erste Unterkunft ein',
    property: call => html`Unterkunft mit Name und Adresse anlegen: ${call}`,
    prices: call => html`Preise festlegen: ${call}`,
    calendars: call => html`Kalender der Portale verbinden, auf denen sie inseriert ist: ${call}`,
    staff: call => html`Ihr Team einladen: ${call}`,
    reference: 'API-Referenz öffnen',
  },
  noScript: account => html`Aktivieren Sie JavaScript für die Konsole. Ihr Konto: ${account}`,
  mails: {
    hello: firstName => `Guten Tag ${firstName},`,
    invitation: agency => `Einladung zu ${agency}`,
    invited: agency =>
      `${agency} hat Sie eingeladen, Unterkünfte mit Lodgepole zu verwalten.\n` +
      'Wählen Sie hier ein Passwort. Der Link funktioniert nur einmal und ist eine Woche lang ' +
      'gültig:',
    reset: agency => `Passwort für ${agency} zurücksetzen`,
    resetRequested: agency =>
      `Für ${agency} wurde das Zurücksetzen Ihres Passworts angefordert.\n` +
      'Wählen Sie hier ein neues. Der Link funktioniert nur einmal und ist eine Stunde lang ' +
      'gültig:',
    notYou: 'Das waren nicht Sie? Ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  },
}
