import { type DatabaseConnection, DummyDriver, type Kysely, Transaction } from 'kysely'
import { takesTurns } from '../pglite/dialect.ts'
import { noteTransaction } from './spread.ts'

/**
 * The same transaction without a queue of its own: what is asked of it at once is sent at once, and
 * done in that order. The embedded database does one thing after the other anyway, and keeps its
 * queue.
 */
export async function gathered<Schema>(
  transaction: Transaction<Schema>,
): Promise<Transaction<Schema>> {
  const executor = transaction.getExecutor()
  const connection = await executor.provideConnection(async connection => connection)
  if (takesTurns(connection)) return transaction
  const provider = {
    provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connection),
  }
  const dialect = {
    createAdapter: () => executor.adapter,
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => db.introspection,
    createQueryCompiler: notAsked,
  }
  const own = new Transaction<Schema>({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider(provider),
  })
  noteTransaction(own, connection)
  return own
}

/** A transaction brings its compiler with its executor. */
function notAsked(): never {
  throw new Error('A transaction compiles by its executor')
}
