/** Service providers: companies and persons that do tasks. */
import { resource } from '../resources/resource.ts'

export const providers = resource({
  path: '/service-providers',
  one: 'serviceProvider',
  many: 'serviceProviders',
  page: '/settings/providers',
  area: 'jobs',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  start: () => ({ isActive: true }),
  title: ({ name }) => name,
  columns: [
    { name: 'name', show: ({ name }) => name },
    { name: 'email', show: ({ email }) => email },
    { name: 'phoneNumber', show: ({ phoneNumber }) => phoneNumber },
    { name: 'status', show: ({ isActive }, { text }) => text(String(isActive)) },
  ],
  sections: { provider: ['name', 'email', 'phoneNumber', 'isActive'] },
  bulk: { activate: { isActive: true }, deactivate: { isActive: false } },
  remove: 'undo',
})
