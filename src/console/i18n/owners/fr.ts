/** French translations of the page of owners. */
import type {
  OwnerAdjustmentTranslations,
  OwnerPropertyTranslations,
  OwnerTranslations,
} from './en.ts'

export const owners: OwnerTranslations = {
  one: 'Propriétaire',
  many: 'Propriétaires',
  add: 'Ajouter un propriétaire',
  empty: 'Les propriétaires sont les personnes dont vous gérez les logements.',
  removal: 'Ses logements restent sans propriétaire et son accès au portail prend fin.',
  sections: {
    person: 'Contact',
    terms: 'Conditions',
    portal: 'Portail du propriétaire',
  },
  fields: {
    firstName: 'Prénom',
    lastName: 'Nom',
    businessName: 'Société',
    email: 'E-mail',
    phoneNumber: 'Téléphone',
    isActive: 'Actif',
    commissionRate: 'Commission',
    'permissions.viewBookings': 'Voit les réservations',
    'permissions.viewGuestDetails': 'Voit les coordonnées des voyageurs',
    'permissions.viewFinancials': 'Voit les prix et les versements',
    'permissions.blockDates': 'Peut bloquer des dates',
    'permissions.receiveNotifications': 'Reçoit des notifications',
  },
  columns: {
    name: 'Nom',
    status: 'État',
  },
  values: {
    true: 'Actif',
    false: 'Inactif',
  },
}

export const ownerAdjustments: OwnerAdjustmentTranslations = {
  one: 'Ajustement',
  many: 'Ajustements',
  add: 'Ajouter un ajustement',
  empty: 'Les ajustements sont des crédits et des débits, par exemple une réparation.',
  sections: {
    adjustment: 'Ajustement',
  },
  fields: {
    adjustmentType: 'Type',
    name: 'Nom',
    propertyUid: 'Logement',
    date: 'Date',
    amount: 'Montant',
    currency: 'Devise',
    taxRate: 'Taux de taxe',
    description: 'Description',
  },
  columns: {},
  values: {
    CREDIT: 'Crédit',
    DEBIT: 'Débit',
  },
}

export const ownerProperties: OwnerPropertyTranslations = {
  title: 'Logements',
  empty: 'Aucun logement n’est encore attribué à ce propriétaire.',
  property: 'Logement',
  assign: 'Attribuer un logement',
  assignTo: owner => `Attribuer un logement à ${owner}`,
  isAssigned: 'Ce logement est déjà attribué à ce propriétaire.',
  takeover: other =>
    `Il appartient actuellement à ${other}. L’attribution met fin à cette propriété.`,
  end: 'Mettre fin',
  endOne: property => `Mettre fin à la propriété de ${property}`,
  since: (owner, date) => `Attribué à ${owner} depuis le ${date}.`,
  removal:
    'Les notes et réglages de cette propriété sont supprimés. Les réservations et les ' +
    'ajustements restent.',
}
