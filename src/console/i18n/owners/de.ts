/** German translations of the page of owners. */
import type {
  OwnerAdjustmentTranslations,
  OwnerPropertyTranslations,
  OwnerTranslations,
} from './en.ts'

export const owners: OwnerTranslations = {
  one: 'Eigentümer',
  many: 'Eigentümer',
  add: 'Eigentümer anlegen',
  empty: 'Eigentümer sind die Personen, deren Unterkünfte Sie verwalten.',
  removal: 'Die Unterkünfte bleiben ohne Eigentümer, und der Zugang zum Portal endet.',
  sections: {
    person: 'Kontakt',
    terms: 'Konditionen',
    portal: 'Eigentümerportal',
  },
  fields: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    businessName: 'Firma',
    email: 'E-Mail',
    phoneNumber: 'Telefon',
    isActive: 'Aktiv',
    commissionRate: 'Provision',
    'permissions.viewBookings': 'Sieht Buchungen',
    'permissions.viewGuestDetails': 'Sieht Gästedaten',
    'permissions.viewFinancials': 'Sieht Preise und Auszahlungen',
    'permissions.blockDates': 'Darf Tage sperren',
    'permissions.receiveNotifications': 'Erhält Benachrichtigungen',
  },
  columns: {
    name: 'Name',
    status: 'Status',
  },
  values: {
    true: 'Aktiv',
    false: 'Inaktiv',
  },
}

export const ownerAdjustments: OwnerAdjustmentTranslations = {
  one: 'Korrektur',
  many: 'Korrekturen',
  add: 'Korrektur anlegen',
  empty: 'Korrekturen sind Gutschriften und Belastungen, z. B. für eine Reparatur.',
  sections: {
    adjustment: 'Korrektur',
  },
  fields: {
    adjustmentType: 'Art',
    name: 'Name',
    propertyUid: 'Unterkunft',
    date: 'Datum',
    amount: 'Betrag',
    currency: 'Währung',
    taxRate: 'Steuersatz',
    description: 'Beschreibung',
  },
  columns: {},
  values: {
    CREDIT: 'Gutschrift',
    DEBIT: 'Belastung',
  },
}

export const ownerProperties: OwnerPropertyTranslations = {
  title: 'Unterkünfte',
  empty: 'Diesem Eigentümer ist noch keine Unterkunft zugeordnet.',
  property: 'Unterkunft',
  assign: 'Unterkunft zuordnen',
  assignTo: owner => `Unterkunft zuordnen: ${owner}`,
  isAssigned: 'Diese Unterkunft ist dem Eigentümer schon zugeordnet.',
  takeover: other => `Sie gehört jetzt ${other}. Die Zuordnung beendet dieses Eigentum.`,
  end: 'Eigentum beenden',
  endOne: property => `Eigentum beenden: ${property}`,
  since: (owner, date) => `Zugeordnet: ${owner}, seit ${date}.`,
  removal:
    'Notizen und Einstellungen dieses Eigentums werden gelöscht. Buchungen und Korrekturen ' +
    'bleiben.',
}
