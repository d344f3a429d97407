/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const accessValues = {
  DatabaseEngine: {
    EMBEDDED: 'Embedded database of the process.',
    POSTGRESQL: 'PostgreSQL server.',
  },
  SystemCheckStatus: {
    ok: 'Nothing to do.',
    warning: 'Works, but needs attention.',
    failed: 'Does not work.',
    skipped: 'Was not checked.',
  },
  ApiVersionState: {
    CURRENT: 'Newest version.',
    SUPPORTED: 'Older version, fully supported.',
    DEPRECATED: 'Supported, but not for new integrations.',
    GONE: 'No longer available.',
  },
  EmployeeRole: {
    ADMIN: 'Full access, including API keys. An agency has at least one administrator.',
    MANAGER: 'Full access except API keys and administrators. Approves partners.',
    STAFF:
      'Manages guests, bookings and jobs. Cannot change prices, refund payments or see owners.',
    CLEANER:
      'Sees and updates the jobs of its service provider, and how to enter the property. Sees ' +
      'neither guests nor prices.',
    READ_ONLY: 'Reads, but changes nothing.',
  },
  CredentialKind: {
    AGENCY_KEY: 'API key of an agency.',
    ACCESS_TOKEN: 'OAuth access token of a partner.',
    PARTNER_KEY: 'Former API key of a partner.',
    CLIENT_SECRET: 'Client id and secret of a partner.',
    EMPLOYEE: 'Signed-in employee of the agency.',
    ICAL: 'Import of an external calendar.',
    SYSTEM: 'The server itself, such as for an expired hold.',
  },
} as const
