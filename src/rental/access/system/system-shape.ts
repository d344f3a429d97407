/** State of the server on the wire: contract/resources.md §8.7. */
import {
  bool,
  count,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  text,
  utcDateTime,
} from '../../../platform/rest/fields.ts'

const checksMax = 100

export const systemSchema = shape('System', {
  version: text(),
  database: shape('SystemDatabase', {
    engine: named('DatabaseEngine', oneOf(['EMBEDDED', 'POSTGRESQL'])),
  }),
  mail: shape('SystemMail', {
    sendsMail: bool(),
    from: nullable(text()),
    host: nullable(text()),
  }),
  backups: shape('SystemBackups', {
    everyHours: count(),
    lastUtcDateTime: nullable(utcDateTime()),
  }),
  checks: listOf(
    shape('SystemCheck', {
      name: text(),
      status: named('SystemCheckStatus', oneOf(['ok', 'warning', 'failed', 'skipped'])),
      detail: text({ max: 10_000 }),
      remedy: nullable(text({ max: 10_000 })),
    }),
    checksMax,
  ),
})

export const testMailSchema = shape('TestMail', {
  sent: bool(),
  error: nullable(text({ max: 10_000 })),
  ms: count(),
})
