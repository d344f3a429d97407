import pg from 'pg'

const timestampOid = 1114

/** Parsers of column types for both engines: exact decimals, civil dates and times as text. */
export const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: counts
  1082: text => text, // date stays civil
  [timestampOid]: text => text.replace(' ', 'T'), // local time stays local
  1700: text => text, // numeric stays exact
  3912: text => text, // daterange
}

/** Parsers for a server. Other types use the parsers of `pg`. */
export const pgTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : (parsers[oid] ?? pg.types.getTypeParser(oid))) as typeof pg.types.getTypeParser,
}
