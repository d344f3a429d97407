/** German translations of the pages of services and providers. */
import type { ProviderTranslations, ServiceTranslations } from './en.ts'

export const services: ServiceTranslations = {
  one: 'Leistung',
  many: 'Leistungen',
  add: 'Leistung anlegen',
  empty: 'Leistungen sind Extras für Gäste und Arbeiten an einer Unterkunft, z. B. die Reinigung.',
  sections: {
    service: 'Leistung',
    price: 'Preis und Dienstleister',
  },
  fields: {
    title: 'Name',
    quantityDescription: 'Einheit',
    category: 'Kategorie',
    cateredTo: 'Angeboten für',
    description: 'Beschreibung',
    isActive: 'Aktiv',
    grossPrice: 'Preis inkl. Steuer',
    currency: 'Währung',
    taxRate: 'Steuersatz',
    serviceProviderUid: 'Dienstleister',
  },
  hints: {
    quantityDescription: 'Zum Beispiel: Stunde, Person, Sack',
  },
  columns: {
    status: 'Status',
  },
  values: {
    CLEANING: 'Reinigung',
    GREETING: 'Empfang',
    MAINTENANCE: 'Instandhaltung',
    OTHER: 'Sonstiges',
    GUEST: 'Gäste',
    HOST: 'Team',
    BOTH: 'Gäste und Team',
    true: 'Aktiv',
    false: 'Inaktiv',
  },
  bulk: {
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
  },
}

export const providers: ProviderTranslations = {
  one: 'Dienstleister',
  many: 'Dienstleister',
  add: 'Dienstleister anlegen',
  empty:
    'Dienstleister sind Firmen und Personen, die Ihre Aufgaben erledigen, z. B. die Reinigung.',
  sections: {
    provider: 'Dienstleister',
  },
  fields: {
    name: 'Name',
    email: 'E-Mail',
    phoneNumber: 'Telefon',
    isActive: 'Aktiv',
  },
  columns: {
    status: 'Status',
  },
  values: {
    true: 'Aktiv',
    false: 'Inaktiv',
  },
  bulk: {
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
  },
}
