/**
 * `npm test`: checks the sources and runs the tests, on a real PostgreSQL and on the embedded
 * database in parallel. Arguments: `--postgres` or `--pglite` for one engine; test files, or
 * `--changed` for those that a change affects, on PostgreSQL. TEST_CITUS_URL, which names the
 * database `postgres` of a coordinator, runs them on that cluster. `--keep-statements=0.1.0` stores
 * the statements of this release.
 */
import { join } from 'node:path'
import { checkSources } from './runner/check-sources.ts'
import { chooseTests, type Engine, type TestSelection } from './runner/choose-tests.ts'
import { type FileRun, runInLanes } from './runner/lanes.ts'
import { Report } from './runner/report.ts'
import { listObsoleteOffenders, storeStatements } from './runner/statements.ts'
import { storeSeconds } from './runner/test-seconds.ts'
import { makeEmbeddedTemplate, makeTemplate } from './support/database.ts'
import { clusterUrl, notOnCluster } from './support/databases/cluster.ts'
import { startPostgres } from './support/postgres.ts'
import { type Cleanup, memoryFolder, temporaryFolder, withCleanup } from './support/temporary.ts'

type Env = Record<string, string>

const root = join(import.meta.dirname, '..')
const compiled = join(root, 'node_modules/.cache/lodgepole/compiled')
const watchedElsewhere = { TEST_STATEMENTS: 'unwatched' }
const options: Record<string, Engine> = { '--postgres': 'PostgreSQL', '--pglite': 'PGlite' }
const args = process.argv.slice(2)
const release = args.find(arg => arg.startsWith('--keep-statements='))?.split('=')[1]
const report = new Report()

process.exitCode = await withCleanup(async cleanup => {
  const interrupted = new AbortController()
  cleanup.add(() => interrupted.abort())
  const { signal } = interrupted
  const selection = readArguments()
  const { jobs: chosen, skipped } = chooseTests(selection)
  const jobs = chosen.filter(({ file }) => !clusterUrl || !(file in notOnCluster))
  const checks = args.length === 0 ? checkSources(report, signal) : Promise.resolve()
  const envs = await openEngines(cleanup, new Set(jobs.map(({ engine }) => engine)))
  const runs: FileRun[] = []
  const onFile = (run: FileRun) => {
    runs.push(run)
    report.file(run)
  }
  await Promise.all([runInLanes(jobs, { envs, signal }, onFile), checks])
  storeSeconds(runs)
  if (args.length === 0) checkStatements(runs)
  if (release !== undefined) storeStatements(release, runs)
  if (skipped.length > 0) console.log(`Affected indirectly, not run: ${skipped.join(' ')}`)
  return report.end()
})

function readArguments(): TestSelection {
  const isChanged = args.includes('--changed')
  const requested = Object.keys(options).filter(option => args.includes(option))
  const usual = isChanged || clusterUrl ? ['--postgres'] : Object.keys(options)
  const engines = (requested.length > 0 ? requested : usual).map(option => options[option]!)
  const files = args.filter(arg => !arg.startsWith('--'))
  return { engines, isExplicit: requested.length > 0, isChanged, files }
}

/** Reports listed files that no longer offend: lists can only shrink. */
function checkStatements(runs: FileRun[]): void {
  const vain = listObsoleteOffenders(runs)
  const output = vain.map(offence => `${offence} no more: take it off the list`)
  const name = 'Statements that offend'
  report.check({ name, seconds: 0, failed: vain.length > 0, output: output.join('\n') })
}

/** Starts the engines; returns the environment variables of their test processes. */
async function openEngines(cleanup: Cleanup, engines: Set<Engine>): Promise<Record<Engine, Env>> {
  const [PostgreSQL, PGlite] = await Promise.all([
    engines.has('PostgreSQL') ? openPostgreSql(cleanup) : {},
    engines.has('PGlite') ? openEmbedded(cleanup) : {},
  ])
  // Processes that tests start must not read the settings of a server on this machine.
  const common = { NODE_COMPILE_CACHE: compiled, LODGEPOLE_ENV_FILE: '' }
  return {
    PostgreSQL: { ...PostgreSQL, ...common },
    // Both engines get the same statements; parsing them costs some seconds.
    PGlite: { ...PGlite, ...common, ...(engines.size > 1 ? watchedElsewhere : {}) },
  }
}

async function openPostgreSql(cleanup: Cleanup): Promise<Env> {
  if (clusterUrl) {
    await makeTemplate(clusterUrl)
    console.log('\n# Tests on a Citus cluster')
    return { TEST_POSTGRES_URL: clusterUrl }
  }
  const { url, socketFolder, version } = await startPostgres(cleanup, { inMemory: true })
  await makeTemplate(url)
  console.log(`\n# Tests on PostgreSQL ${version}`)
  return { TEST_POSTGRES_URL: url, TEST_POSTGRES_SOCKET: socketFolder }
}

async function openEmbedded(cleanup: Cleanup): Promise<Env> {
  const template = join(await temporaryFolder(cleanup, memoryFolder()), 'database')
  await makeEmbeddedTemplate(template)
  console.log('\n# Tests on the embedded database')
  return { TEST_POSTGRES_URL: '', TEST_EMBEDDED_TEMPLATE: template }
}
