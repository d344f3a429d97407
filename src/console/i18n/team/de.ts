/** German translations of the page of the team. */
import type { TeamTranslations } from './en.ts'

export const team: TeamTranslations = {
  one: 'Teammitglied',
  many: 'Team',
  add: 'Einladen',
  empty: 'Teammitglieder melden sich mit eigenem Passwort an und sehen, was ihre Rolle erlaubt.',
  sections: { person: 'Person', access: 'Rolle' },
  fields: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    phoneNumber: 'Telefon',
    role: 'Rolle',
    serviceProviderUid: 'Dienstleister',
  },
  hints: {
    serviceProviderUid: 'Für Reinigungskräfte: Sie sehen die Aufgaben dieses Dienstleisters',
  },
  columns: { name: 'Name', status: 'Status', isActive: 'Status', lastSeen: 'Zuletzt aktiv' },
  values: {
    ADMIN: 'Administrator – alles, auch Schlüssel und Sitzungen',
    MANAGER: 'Manager – alles außer Schlüsseln',
    STAFF: 'Mitarbeiter – Buchungen, Gäste und Aufgaben',
    CLEANER: 'Reinigung – eigene Aufgaben, ohne Gäste und Preise',
    READ_ONLY: 'Nur lesen – sieht alles, ändert nichts',
    INVITED: 'Eingeladen',
    true: 'Aktiv',
    false: 'Inaktiv',
  },
  invitation: {
    title: 'Einladung',
    link: 'Link',
    sent: (email, expires) => `An ${email} gesendet. Der Link gilt bis ${expires}.`,
    noMail: expires =>
      'Dieser Server versendet keine E-Mails. Kopieren Sie den Link jetzt: Er wird nur einmal ' +
      `angezeigt und gilt bis ${expires}.`,
    copy: 'Link kopieren',
    copied: 'Kopiert',
    again: 'Neuer Anmeldelink',
    resend: 'Einladung erneut senden',
    done: 'Zurück zum Team',
  },
  access: {
    title: 'Zugang',
    invited: 'Eingeladen',
    password: 'Passwort',
    hasPassword: 'Gesetzt',
    noPassword: 'Noch nicht gesetzt',
    lastSeen: 'Zuletzt aktiv',
    never: 'Nie',
    active: 'Ein neuer Link ersetzt den bisherigen. Deaktivieren beendet sofort alle Sitzungen.',
    inactive: 'Inaktive Teammitglieder können sich nicht anmelden.',
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
    activated: name => `${name} kann sich wieder anmelden`,
    deactivated: name => `${name} kann sich nicht mehr anmelden`,
  },
}
