import type { CompiledQuery, Kysely, QueryExecutor, QueryExecutorProvider } from 'kysely'

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/**
 * Counts the blocks of tables and indexes that the statements of a function visit: the cost of
 * plans, measured without a clock. The statements are executed, but return no rows.
 */
export async function blocksVisited<Schema>(
  db: Kysely<Schema>,
  use: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<number> {
  let blocks = 0
  const executor = db.getExecutor()
  const executeQuery: QueryExecutor['executeQuery'] = async (query: CompiledQuery) => {
    const text = `explain (analyze, buffers, format json) ${query.sql}`
    const { rows } = await executor.executeQuery({ ...query, sql: text })
    blocks += sumBlocks((rows[0] as { 'QUERY PLAN': unknown })['QUERY PLAN'])
    return { rows: [] }
  }
  const explaining: QueryExecutorProvider = {
    getExecutor: () =>
      new Proxy(executor, {
        get: (target, name) => {
          if (name === 'executeQuery') return executeQuery
          const value = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }),
  }
  await use(explaining as Kysely<Schema>)
  return blocks
}

export function sumBlocks(explained: unknown): number {
  const [{ Plan: plan }] = explained as [Plan]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
