/** Promo codes: discounts of direct bookings. */
import { resource } from '../resources/resource.ts'

export const promoCodes = resource({
  path: '/promo-codes',
  one: 'promoCode',
  many: 'promoCodes',
  page: '/rates/promo-codes',
  area: 'offers',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  isPaged: true,
  start: () => ({ discountType: 'PERCENT', isActive: true }),
  title: ({ code }) => code,
  columns: [
    { name: 'code', show: ({ code }) => code },
    {
      name: 'discount',
      align: 'end',
      show: ({ discountType, discountAmount: amount, currency }, { money, percent }) =>
        discountType === 'PERCENT' ? percent(amount / 100) : money(amount, currency ?? ''),
    },
    { name: 'propertyUid', show: ({ propertyUid }, { nameOf }) => nameOf(propertyUid) },
    { name: 'redeemByDate', show: ({ redeemByDate }, { date }) => date(redeemByDate) },
    {
      name: 'used',
      align: 'end',
      show: ({ redemptionsCount: used, maximumRedemptions: most }) =>
        most === null ? used : `${used} / ${most}`,
    },
    { name: 'status', show: ({ isActive }, { text }) => text(String(isActive)) },
  ],
  filters: { isActive: ['true', 'false'], propertyUid: 'property' },
  sections: {
    code: ['code', 'description', 'propertyUid', 'isActive'],
    discount: ['discountType', 'discountAmount', 'currency'],
    limits: ['redeemByDate', 'maximumRedemptions', 'stayFromDate', 'stayToDate', 'minimumNights'],
  },
  fields: {
    discountAmount: {
      unit: ({ discountType }, currency) => (discountType === 'PERCENT' ? '%' : currency),
    },
    currency: { isShown: ({ discountType }) => discountType === 'AMOUNT' },
  },
  bulk: { activate: { isActive: true }, deactivate: { isActive: false } },
  remove: 'undo',
})
