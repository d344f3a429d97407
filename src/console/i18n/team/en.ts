/** English translations of the page of the team. */
export const team = {
  one: 'Team member',
  many: 'Team',
  add: 'Invite',
  empty: 'Team members sign in with an own password and see what their role allows.',
  sections: { person: 'Person', access: 'Role' },
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phoneNumber: 'Phone',
    role: 'Role',
    serviceProviderUid: 'Provider',
  },
  hints: {
    serviceProviderUid: 'For cleaners: they see the tasks of this provider',
  },
  columns: { name: 'Name', status: 'Status', isActive: 'Status', lastSeen: 'Last seen' },
  values: {
    ADMIN: 'Administrator – everything, with keys and sessions',
    MANAGER: 'Manager – everything except keys',
    STAFF: 'Staff – reservations, guests and tasks',
    CLEANER: 'Cleaner – own tasks, without guests and prices',
    READ_ONLY: 'Read only – sees everything, changes nothing',
    INVITED: 'Invited',
    true: 'Active',
    false: 'Inactive',
  },
  invitation: {
    title: 'Invitation',
    link: 'Link',
    sent: (email: string, expires: string) => `Sent to ${email}. The link works until ${expires}.`,
    noMail: (expires: string) =>
      'This server sends no e-mail. Copy the link now: it is shown once and works until ' +
      `${expires}.`,
    copy: 'Copy link',
    copied: 'Copied',
    again: 'New sign-in link',
    resend: 'Resend invitation',
    done: 'Back to the team',
  },
  access: {
    title: 'Access',
    invited: 'Invited',
    password: 'Password',
    hasPassword: 'Set',
    noPassword: 'Not set yet',
    lastSeen: 'Last seen',
    never: 'Never',
    active: 'A new link replaces the former one. Deactivating ends all sessions at once.',
    inactive: 'Inactive team members cannot sign in.',
    activate: 'Activate',
    deactivate: 'Deactivate',
    activated: (name: string) => `${name} can sign in again`,
    deactivated: (name: string) => `${name} can no longer sign in`,
  },
}

export type TeamTranslations = typeof team
