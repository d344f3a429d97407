/** Owners of properties. */
import { resource } from '../resources/resource.ts'

export const owners = resource({
  path: '/owners',
  one: 'owner',
  many: 'owners',
  page: '/owners',
  area: 'owners',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  start: () => ({ isActive: true }),
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  columns: [
    { name: 'name', show: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
    { name: 'businessName', show: ({ businessName }) => businessName },
    { name: 'email', show: ({ email }) => email },
    { name: 'phoneNumber', show: ({ phoneNumber }) => phoneNumber },
    {
      name: 'commissionRate',
      align: 'end',
      show: ({ commissionRate: rate }, { percent }) => (rate === null ? null : percent(rate)),
    },
    { name: 'status', show: ({ isActive }, { text }) => text(String(isActive)) },
  ],
  query: 'query',
  sections: {
    person: ['firstName', 'lastName', 'businessName', 'email', 'phoneNumber', 'isActive'],
    terms: ['commissionRate'],
    portal: [
      'permissions.viewBookings',
      'permissions.viewGuestDetails',
      'permissions.viewFinancials',
      'permissions.blockDates',
      'permissions.receiveNotifications',
    ],
  },
  remove: 'confirm',
})
