/** English translations of the pages of rates. */
export const promoCodes = {
  one: 'Promo code',
  many: 'Promo codes',
  add: 'Add promo code',
  empty: 'Promo codes give guests a discount on direct bookings.',
  sections: { code: 'Code', discount: 'Discount', limits: 'Limits' },
  fields: {
    code: 'Code',
    description: 'Description',
    propertyUid: 'Property',
    isActive: 'Active',
    discountType: 'Type',
    discountAmount: 'Discount',
    currency: 'Currency',
    redeemByDate: 'Redeem by',
    stayFromDate: 'Arrival from',
    stayToDate: 'Departure by',
    minimumNights: 'Minimum nights',
    maximumRedemptions: 'Maximum uses',
  },
  hints: {
    propertyUid: 'Leave empty for all properties',
    maximumRedemptions: 'Leave empty for no limit',
  },
  columns: { discount: 'Discount', used: 'Used', status: 'Status' },
  values: { PERCENT: 'Percent', AMOUNT: 'Amount', true: 'Active', false: 'Inactive' },
  bulk: { activate: 'Activate', deactivate: 'Deactivate' },
}

export type PromoCodeTranslations = typeof promoCodes
