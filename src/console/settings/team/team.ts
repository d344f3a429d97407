/** Team: the employees of the agency. */
import { resource } from '../../resources/resource.ts'

export const team = resource({
  path: '/employees',
  one: 'employee',
  many: 'employees',
  page: '/settings/team',
  area: 'staff',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  start: () => ({ role: 'STAFF' }),
  title: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  columns: [
    { name: 'name', show: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
    { name: 'email', show: ({ email }) => email ?? null },
    // The name of a role is followed by a description.
    { name: 'role', show: ({ role }, { text }) => text(role).split(' – ')[0] ?? role },
    {
      name: 'serviceProviderUid',
      show: ({ serviceProviderUid }, { nameOf }) => nameOf(serviceProviderUid ?? null),
    },
    {
      name: 'status',
      show: ({ isActive, hasPassword, invitedUtcDateTime }, { text, date }) =>
        isActive && hasPassword === false && invitedUtcDateTime
          ? `${text('INVITED')} ${date(invitedUtcDateTime)}`
          : text(String(isActive)),
    },
    {
      name: 'lastSeen',
      show: ({ lastSeenUtcDateTime }, { date }) => date(lastSeenUtcDateTime ?? null),
    },
  ],
  filters: { isActive: ['true', 'false'] },
  sections: {
    person: ['firstName', 'lastName', 'email', 'phoneNumber'],
    access: ['role', 'serviceProviderUid'],
  },
  remove: null,
})
