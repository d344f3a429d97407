/** Descriptions of fields and parameters of this district by name: see `../descriptions.ts`. */
export const privacyDescriptions = {
  erased: 'Number of cleared or deleted rows, by table.',
  'GuestErasure.erasedUtcDateTime': 'Time of the erasure, in UTC.',
  'GuestExport.erasedUtcDateTime': 'Time of the last erasure, in UTC. `null` if never erased.',
  exportedUtcDateTime: 'Time of the export, in UTC.',
  records: 'Stored data of the guest, by table.',
} as const

/** Descriptions of operations of this district by operation id. */
export const privacyOperations = {
  exportGuest:
    'Covers all leads and messages, including deleted ones. Files are returned as links that ' +
    'are valid for one day.',
  eraseGuest:
    'Permanently erases all personal data: in leads, messages, files, events and stored ' +
    'idempotent responses. Nights, amounts and dates are kept. Calling it again erases data ' +
    'that has been added since.',
} as const
