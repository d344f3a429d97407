/** State of the server, for administrators of its agency: contract/resources.md §8.7. */
import { route } from '../../../context.ts'
import { utcTextOrNull } from '../../../platform/dates/dates.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { runningVersion } from '../../../version.ts'
import { findLastBackup } from '../backups/last-backups.ts'
import { requireSystemPage } from './require-system-page.ts'
import { sendTestMail } from './send-test-mail.ts'
import { systemSchema, testMailSchema } from './system-shape.ts'

const common = {
  since: '3.3',
  tag: 'Session',
  access: { callers: ['agency'], needs: 'keys' },
  errors: ['OPERATION_NOT_PERMITTED', 'UNKNOWN_API'],
} as const

export const systemRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/system',
    operationId: 'getSystem',
    summary: 'Get the state of the server',
    description: 'Runs the checks of `lodgepole doctor`, which takes up to five seconds.',
    response: Type.Object({ system: systemSchema }),
    handler: async ctx => {
      await requireSystemPage(ctx)
      const { databaseUrl, backups, sending } = ctx.settings
      const system = {
        version: runningVersion().version,
        database: { engine: databaseUrl === null ? 'EMBEDDED' : 'POSTGRESQL' },
        mail: {
          sendsMail: ctx.sending.mailer !== null,
          from: sending.smtp?.mailFrom ?? null,
          host: sending.smtp?.host ?? null,
        },
        backups: {
          everyHours: backups.everyHours,
          lastUtcDateTime: utcTextOrNull(await findLastBackup(ctx)),
        },
        checks: await ctx.examine(),
      }
      return { system }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/system/test-mail',
    operationId: 'sendTestMail',
    summary: 'Send a mail to the signed-in employee',
    description: 'Waits for the mail server. At most five in an hour.',
    lifecycle: {
      // Waits for the mail server, so it must not be in a transaction.
      standalone: true,
    },
    response: testMailSchema,
    handler: async ctx => sendTestMail(ctx, await requireSystemPage(ctx)),
  }),
]
