/** Commands about the access of partners: docs/administration.md. */
import { type Command, Option } from '@commander-js/extra-typings'
import type { Database } from '../../platform/db/database.ts'
import type { TaskQueue } from '../../platform/jobs/job-queue.ts'
import { changeGrants } from '../../rental/access/grants/change-grants.ts'
import { type Grant, toGrantInput } from '../../rental/access/grants/grant.ts'
import { grantAccess } from '../../rental/access/grants/grant-access.ts'
import { listGrants } from '../../rental/access/grants/grants.ts'
import { openMetrics } from '../../rental/metrics.ts'
import type { Tables } from '../../rental/tables.ts'
import { type Declare, Misuse, type Select } from '../command.ts'
import { agencyOption, uid } from '../options.ts'
import { formatTable } from '../table.ts'
import { requireAgency } from './agencies.ts'
import { partnerOption, requireGrantContext, requirePartner } from './parties.ts'

export const addGrantCommands: Declare = (program, select) => {
  const grant = program.command('grant').description('Manage the access of partners')
  addCreate(grant, select)
  addRevoke(grant, select)
  addList(grant, select)
}

const propertyOption = () =>
  new Option('--property <uid>', 'a property').argParser(uid).conflicts('hotel')
const hotelOption = () =>
  new Option('--hotel <uid>', 'a multi-unit property, including all of its unit types').argParser(
    uid,
  )

function addCreate(grant: Command, select: Select): void {
  grant
    .command('create', { isDefault: true })
    .description('Grant a partner access to a property or a multi-unit property')
    .addOption(agencyOption())
    .addOption(partnerOption())
    .addOption(propertyOption())
    .addOption(hotelOption())
    .option('--read-only', 'allow read access only')
    .option('--personal-data', 'allow access to personal data of guests')
    .action(options =>
      select(session =>
        session.withDatabase(async database => {
          const objectUid = grantedUid(options)
          const { ctx, party } = await requireGrantContext(database, options, session)
          const access = options.readOnly ? 'READ' : 'READ_WRITE'
          const personalData = options.personalData === true
          const grant = { objectUid, access, personalData } as const
          await withTasks(database, async tasks =>
            grantAccess({ ...ctx, tasks, settings: session.config }, party, grant),
          )
          session.report({ granted: grant }, 'Granted.')
        }),
      ),
    )
}

function addRevoke(grant: Command, select: Select): void {
  grant
    .command('revoke')
    .description('Revoke a grant')
    .addOption(agencyOption())
    .addOption(partnerOption())
    .addOption(propertyOption())
    .addOption(hotelOption())
    .action(options =>
      select(session =>
        session.withDatabase(async database => {
          const uid = grantedUid(options)
          const { ctx, party } = await requireGrantContext(database, options, session)
          await changeGrants(ctx, party, current => {
            const remaining = current.filter(grant => grant.object_uid !== uid)
            if (remaining.length < current.length) return remaining.map(toGrantInput)
            throw new Error(`The partner has no grant on ${uid}`)
          })
          session.report({ revoked: uid }, 'Revoked.')
        }),
      ),
    )
}

function addList(grant: Command, select: Select): void {
  grant
    .command('list')
    .description('List the grants of an agency')
    .addOption(agencyOption())
    .option('--partner <uid>', 'list only the grants of this partner (uid or client id)')
    .action(({ agency, partner: name }) =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          await requireAgency(db, agency)
          const partner = name === undefined ? undefined : await requirePartner({ db }, name)
          const grants = await listGrants({ db }, agency, partner?.partner_uid)
          report({ grants: grants.map(describeGrant) }, formatTable(header, grants.map(toColumns)))
        }),
      ),
    )
}

const header = ['PARTNER', 'TYPE', 'OBJECT', 'ACCESS', 'PERSONAL DATA']

const describeGrant = (grant: Grant) => ({
  partnerUid: grant.partner_uid,
  type: grant.object_type,
  objectUid: grant.object_uid,
  access: grant.access,
  personalData: grant.personal_data,
  createdAt: grant.created_at,
})

function toColumns({ partner_uid, object_type, object_uid, access, personal_data }: Grant) {
  return [partner_uid, object_type, object_uid, access, personal_data ? 'yes' : 'no']
}

function grantedUid({ property, hotel }: { property?: string; hotel?: string }): string {
  const uid = property ?? hotel
  if (uid !== undefined) return uid
  throw new Misuse('Either --property or --hotel is required')
}

async function withTasks(
  database: Database<Tables>,
  use: (tasks: TaskQueue) => Promise<void>,
): Promise<void> {
  // Loaded on demand: it imports all workers.
  const { openBackground } = await import('../../server/workers.ts')
  const tasks = await openBackground(database, { runWorker: false }, openMetrics())
  await use(tasks).finally(() => tasks.stop())
}
