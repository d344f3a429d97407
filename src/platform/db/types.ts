import pg from 'pg'
import { parsers } from './parsers.ts'

/** How values come back from a PostgreSQL server, as they do from the embedded database. */
export const pgTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : (parsers[oid] ?? pg.types.getTypeParser(oid))) as typeof pg.types.getTypeParser,
}
