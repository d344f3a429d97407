/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const accessValues = {
  ApiVersionState: {
    CURRENT: 'The newest.',
    SUPPORTED: 'Served beside it.',
    DEPRECATED: 'Served, but not to be used for what is new.',
    GONE: 'No longer served.',
  },
  EmployeeRole: {
    ADMIN: 'Everything, API keys too; an agency keeps at least one.',
    MANAGER: 'Everything but API keys and administrators; approves partners.',
    STAFF: 'Guests, bookings and jobs; changes no prices, refunds nothing, sees no owners.',
    CLEANER: 'Their own jobs, and how to get in; sees neither guests nor prices.',
    READ_ONLY: 'Looks on.',
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
