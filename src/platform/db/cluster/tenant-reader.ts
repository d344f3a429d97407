import { sql } from 'kysely'
import { queryNodes } from './query-tenants.ts'
import type { Db, TenantFilter, TenantReader, TenantStatement } from './topology.ts'

/** Maximum age of the rows of other tenants, in milliseconds. */
const refreshMs = 1_000

/**
 * Reader that queries only the tenant's own node within a transaction. Rows of other tenants are
 * cached.
 */
export class ClusterReader<Row extends { agency_uid: string }> implements TenantReader<Row> {
  readonly #db: Db
  readonly #statement: TenantStatement<Row>
  #cached: Row[] | null = null
  #refreshedAt = -Infinity
  #refreshing: Promise<void> | null = null

  constructor(db: Db, statement: TenantStatement<Row>) {
    this.#db = db
    this.#statement = statement
  }

  async prepare(tenantUid: string): Promise<(db: Db) => Promise<Row[]>> {
    const otherRows = (await this.#listAll()).filter(({ agency_uid }) => agency_uid !== tenantUid)
    const ofTenant: TenantFilter = alias => sql`${sql.ref(`${alias}.agency_uid`)} = ${tenantUid}`
    return async db => [...(await this.#statement(ofTenant).execute(db)).rows, ...otherRows]
  }

  /**
   * Returns the rows of all tenants. Refreshes the cache in the background, except on the first
   * call.
   */
  async #listAll(): Promise<Row[]> {
    if (performance.now() - this.#refreshedAt > refreshMs) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null
      })
      if (this.#cached === null) await this.#refreshing
      else this.#refreshing.catch(() => undefined)
    }
    return this.#cached ?? []
  }

  async #refresh(): Promise<void> {
    const startedAt = performance.now()
    this.#cached = (await queryNodes(this.#db, this.#statement)).rows
    this.#refreshedAt = startedAt
  }
}
