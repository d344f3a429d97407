/** German translations of the pages of rates. */
import type { PromoCodeTranslations } from './en.ts'

export const promoCodes: PromoCodeTranslations = {
  one: 'Aktionscode',
  many: 'Aktionscodes',
  add: 'Aktionscode anlegen',
  empty: 'Aktionscodes geben Gästen einen Rabatt auf Direktbuchungen.',
  sections: { code: 'Code', discount: 'Rabatt', limits: 'Einschränkungen' },
  fields: {
    code: 'Code',
    description: 'Beschreibung',
    propertyUid: 'Unterkunft',
    isActive: 'Aktiv',
    discountType: 'Art',
    discountAmount: 'Höhe',
    currency: 'Währung',
    redeemByDate: 'Einlösbar bis',
    stayFromDate: 'Anreise ab',
    stayToDate: 'Abreise bis',
    minimumNights: 'Mindestnächte',
    maximumRedemptions: 'Höchstens einlösbar',
  },
  hints: {
    propertyUid: 'Leer lassen für alle Unterkünfte',
    maximumRedemptions: 'Leer lassen, wenn unbegrenzt',
  },
  columns: { discount: 'Rabatt', used: 'Eingelöst', status: 'Status' },
  values: { PERCENT: 'Prozent', AMOUNT: 'Betrag', true: 'Aktiv', false: 'Inaktiv' },
  bulk: { activate: 'Aktivieren', deactivate: 'Deaktivieren' },
}
