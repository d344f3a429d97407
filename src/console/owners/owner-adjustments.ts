/** Credits and debits of an owner, in the page of the owner. */
import { resource } from '../resources/resource.ts'
import { dateOf, dayMs } from '../shared/days.ts'

export const ownerAdjustments = resource({
  path: '/owner-adjustments',
  one: 'ownerAdjustment',
  many: 'ownerAdjustments',
  page: '/owners',
  area: 'owners',
  scope: () => ({}),
  start: ({ agency }) => ({
    ...{ adjustmentType: 'DEBIT', taxRate: 0, currency: agency.currency },
    date: dateOf(Math.floor(Date.now() / dayMs)),
  }),
  title: ({ name }) => name,
  columns: [
    { name: 'name', show: ({ name }) => name },
    { name: 'propertyUid', show: ({ propertyUid }, { nameOf }) => nameOf(propertyUid) },
    { name: 'date', show: ({ date }, formats) => formats.date(date) },
    {
      name: 'amount',
      align: 'end',
      show: ({ adjustmentType, amount, currency }, { money }) =>
        money(adjustmentType === 'DEBIT' ? -amount : amount, currency),
    },
  ],
  sections: {
    adjustment: [
      'adjustmentType',
      'name',
      'propertyUid',
      'date',
      'amount',
      'currency',
      'taxRate',
      'description',
    ],
  },
  remove: 'undo',
})
