/** French translations of the pages of services and providers. */
import type { ProviderTranslations, ServiceTranslations } from './en.ts'

export const services: ServiceTranslations = {
  one: 'Service',
  many: 'Services',
  add: 'Ajouter un service',
  empty: 'Les services sont des extras pour les voyageurs et des travaux, comme le ménage.',
  sections: {
    service: 'Service',
    price: 'Prix et prestataire',
  },
  fields: {
    title: 'Nom',
    quantityDescription: 'Unité',
    category: 'Catégorie',
    cateredTo: 'Proposé à',
    description: 'Description',
    isActive: 'Actif',
    grossPrice: 'Prix TTC',
    currency: 'Devise',
    taxRate: 'Taux de taxe',
    serviceProviderUid: 'Prestataire',
  },
  hints: {
    quantityDescription: 'Par exemple : heure, personne, sac',
  },
  columns: {
    status: 'État',
  },
  values: {
    CLEANING: 'Ménage',
    GREETING: 'Accueil',
    MAINTENANCE: 'Entretien',
    OTHER: 'Autre',
    GUEST: 'Voyageurs',
    HOST: 'Équipe',
    BOTH: 'Voyageurs et équipe',
    true: 'Actif',
    false: 'Inactif',
  },
  bulk: {
    activate: 'Activer',
    deactivate: 'Désactiver',
  },
}

export const providers: ProviderTranslations = {
  one: 'Prestataire',
  many: 'Prestataires',
  add: 'Ajouter un prestataire',
  empty:
    'Les prestataires sont les entreprises et personnes chargées de vos tâches, comme le ménage.',
  sections: {
    provider: 'Prestataire',
  },
  fields: {
    name: 'Nom',
    email: 'E-mail',
    phoneNumber: 'Téléphone',
    isActive: 'Actif',
  },
  columns: {
    status: 'État',
  },
  values: {
    true: 'Actif',
    false: 'Inactif',
  },
  bulk: {
    activate: 'Activer',
    deactivate: 'Désactiver',
  },
}
