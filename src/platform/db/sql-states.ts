/** SQLSTATEs of PostgreSQL, by their names in its appendix A. */
export const sqlStates = {
  connectionFailure: '08006',
  uniqueViolation: '23505',
  exclusionViolation: '23P01',
  readOnlyTransaction: '25006',
  idleInTransactionTimeout: '25P03',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  diskFull: '53100',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  internalError: 'XX000',
} as const
