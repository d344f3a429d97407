/** Error texts of commands. */
import { lostWorker } from '../platform/db/cluster/lost-worker.ts'
import { isTimedOut } from '../platform/db/query-deadline.ts'
import { isDatabaseUnavailable, sqlState } from '../platform/db/transaction.ts'
import { fileErrorText } from '../platform/io/file-error.ts'

const undefinedTable = '42P01'

/**
 * Error of a cluster coordinator for an unavailable node: `connection to the remote node u@h:1`.
 */
const remoteNode = /\bremote node (?:\S+@)?(\[?[\w.:-]+\]?:\d+)/

/**
 * Returns the error text of a command. Errors of files and of the database have texts that name the
 * cause and the remedy.
 */
export function errorMessage(error: unknown, dataDir: string): string {
  const fileText = fileErrorText(error, dataDir)
  if (fileText !== null) return fileText
  const { message } = error as Error
  const state = sqlState(error)
  if (state === undefinedTable) return 'The database has pending migrations. Run: lodgepole migrate'
  const node = remoteNode.exec(message)?.[1]
  if (isDatabaseUnavailable(error) && (node !== undefined || lostWorker.test(message))) {
    const nodeText = node === undefined ? '' : ` (${node})`
    return `A node of the cluster is unavailable${nodeText}. Run the command again when it is back`
  }
  if (isTimedOut(error)) {
    return (
      'The database does not respond in time; on a cluster, a node may be unresponsive. ' +
      'Run the command again when it responds'
    )
  }
  return message
}
