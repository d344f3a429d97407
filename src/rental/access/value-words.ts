/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const accessValues = {
  ApiVersionState: {
    CURRENT: 'The newest.',
    SUPPORTED: 'Served beside it.',
    DEPRECATED: 'Served, but not to be used for what is new.',
    GONE: 'No longer served.',
  },
  EmployeeRole: {
    ADMIN: 'Approves partners; an agency keeps at least one.',
    MANAGER: 'Approves partners.',
    STAFF: 'Office and guests; approves no partners.',
    CLEANER: 'Cleaning; approves no partners.',
    READ_ONLY: 'Looks on; approves no partners.',
  },
  CredentialKind: {
    AGENCY_KEY: 'A key of the agency.',
    ACCESS_TOKEN: 'A token that a partner got by OAuth.',
    PARTNER_KEY: 'The former key of a partner.',
    CLIENT_SECRET: 'The client id and secret of a partner.',
    EMPLOYEE: 'Somebody of the agency who was signed in.',
    ICAL: 'The import of an external calendar.',
    SYSTEM: 'The server itself, such as a hold that lapsed.',
  },
} as const
