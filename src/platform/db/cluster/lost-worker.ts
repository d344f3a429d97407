/**
 * Error messages of a coordinator that has lost a worker, with the SQLSTATE of an internal error:
 * its own, and those of its connection library.
 */
export const lostWorker = new RegExp(
  'failure on connection marked as essential|failed to prepare transaction|' +
    'could not commit transaction for shard|' +
    'failed to COPY to shard|SSL SYSCALL error|connection not open|' +
    'server closed the connection unexpectedly|could not (receive|send) data',
)
