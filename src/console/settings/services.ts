/** Services: extras for guests, and work on a property. */
import { resource } from '../resources/resource.ts'

export const services = resource({
  path: '/services',
  one: 'service',
  many: 'services',
  page: '/settings/services',
  area: 'services',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  start: ({ agency }) => ({
    ...{ category: 'CLEANING', cateredTo: 'HOST', isActive: true },
    currency: agency.currency,
  }),
  title: ({ title }) => title,
  columns: [
    { name: 'title', show: ({ title }) => title },
    { name: 'category', show: ({ category }, { text }) => text(category) },
    { name: 'cateredTo', show: ({ cateredTo }, { text }) => text(cateredTo) },
    {
      name: 'grossPrice',
      align: 'end',
      show: ({ grossPrice, currency }, { money }) => money(grossPrice, currency),
    },
    {
      name: 'serviceProviderUid',
      show: ({ serviceProviderUid }, { nameOf }) => nameOf(serviceProviderUid),
    },
    { name: 'status', show: ({ isActive }, { text }) => text(String(isActive)) },
  ],
  csv: [{ name: 'taxRate', show: ({ taxRate }, { percent }) => percent(taxRate) }],
  filters: { cateredTo: ['GUEST', 'HOST', 'BOTH'], serviceProviderUid: 'serviceProvider' },
  sections: {
    service: ['title', 'quantityDescription', 'category', 'cateredTo', 'description', 'isActive'],
    price: ['grossPrice', 'currency', 'taxRate', 'serviceProviderUid'],
  },
  bulk: { activate: { isActive: true }, deactivate: { isActive: false } },
  remove: 'undo',
})
