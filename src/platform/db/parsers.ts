import pg from 'pg'

const timestamp = 1114

/** How values come back from both engines: exact decimals, civil dates and times as text. */
export const parsers: Record<number, (text: string) => unknown> = {
  20: Number, // int8: counts
  1082: text => text, // date stays civil
  [timestamp]: text => text.replace(' ', 'T'), // local time stays local
  1700: text => text, // numeric stays exact
  3912: text => text, // daterange
}

/** The same for a server, whose other types `pg` reads. */
export const pgTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : (parsers[oid] ?? pg.types.getTypeParser(oid))) as typeof pg.types.getTypeParser,
}
