import { type DatabaseConnection, DummyDriver, type Kysely, Transaction } from 'kysely'
import { topologyOf } from '../cluster/topology.ts'

/**
 * Returns the same transaction without Kysely's queue: statements are sent when they are called,
 * and run in that order. A database that cannot pipeline keeps the queue.
 */
export async function pipelined<Schema>(
  transaction: Transaction<Schema>,
): Promise<Transaction<Schema>> {
  if (!topologyOf(transaction).pipelines) return transaction
  const executor = transaction.getExecutor()
  const connection = await executor.provideConnection(async connection => connection)
  const provider = {
    provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connection),
  }
  const dialect = {
    createAdapter: () => executor.adapter,
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => db.introspection,
    createQueryCompiler: unusedCompiler,
  }
  return new Transaction<Schema>({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider(provider),
  })
}

/** Unused: a transaction gets its compiler from its executor. */
function unusedCompiler(): never {
  throw new Error('A transaction compiles by its executor')
}
