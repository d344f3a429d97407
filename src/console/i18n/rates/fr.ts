/** French translations of the pages of rates. */
import type { PromoCodeTranslations } from './en.ts'

export const promoCodes: PromoCodeTranslations = {
  one: 'Code promo',
  many: 'Codes promo',
  add: 'Ajouter un code promo',
  empty: 'Les codes promo offrent aux voyageurs une remise sur les réservations directes.',
  sections: { code: 'Code', discount: 'Remise', limits: 'Limites' },
  fields: {
    code: 'Code',
    description: 'Description',
    propertyUid: 'Logement',
    isActive: 'Actif',
    discountType: 'Type',
    discountAmount: 'Remise',
    currency: 'Devise',
    redeemByDate: 'Utilisable jusqu’au',
    stayFromDate: 'Arrivée à partir du',
    stayToDate: 'Départ jusqu’au',
    minimumNights: 'Nuits minimum',
    maximumRedemptions: 'Utilisations maximum',
  },
  hints: {
    propertyUid: 'Laisser vide pour tous les logements',
    maximumRedemptions: 'Laisser vide pour ne pas limiter',
  },
  columns: { discount: 'Remise', used: 'Utilisé', status: 'État' },
  values: { PERCENT: 'Pourcentage', AMOUNT: 'Montant', true: 'Actif', false: 'Inactif' },
  bulk: { activate: 'Activer', deactivate: 'Désactiver' },
}
