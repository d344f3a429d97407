/** Properties as a list with filters and bulk changes. */
import { resource } from '../resources/resource.ts'

export const properties = resource({
  path: '/properties',
  one: 'property',
  many: 'properties',
  page: '/properties',
  area: 'houses',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  isPaged: true,
  title: ({ name }) => name,
  columns: [
    { name: 'name', show: ({ name }) => name },
    { name: 'city', show: ({ address }) => address.city },
    {
      name: 'units',
      align: 'end',
      show: ({ hotelUid, numberOfActiveUnits: units }) => (hotelUid === null ? null : units),
    },
    { name: 'readiness', show: () => null },
    { name: 'isActive', show: ({ isActive }, { text }) => text(String(isActive)) },
  ],
  filters: { isActive: ['true', 'false'] },
  query: 'query',
  sort: { name: { sort: 'name' } },
  // Fields of a new property; the editor shows all others.
  sections: {
    property: [
      'name',
      'propertyType',
      'address.city',
      'address.countryCode',
      'availability.maxGuests',
      'bedrooms',
      'bathrooms',
      'pricing.dailyRate',
    ],
  },
  bulk: { activate: { isActive: true }, deactivate: { isActive: false } },
  remove: null,
})
