/**
 * `npm test`: checks the sources, then runs the tests on a real PostgreSQL and the same again on
 * the embedded database. Arguments: `--postgres` or `--pglite` for one engine, and test files.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { makeEmbeddedTemplate, makeTemplate } from './support/database.ts'
import { runInLanes } from './support/lanes.ts'
import { startPostgres } from './support/postgres.ts'
import { Report } from './support/report.ts'
import { temporaryFolder, withCleanup } from './support/temporary.ts'

const args = process.argv.slice(2)
const files = args.filter(arg => !arg.startsWith('--'))
const engines = ['--postgres', '--pglite'].filter(engine => args.includes(engine))
const report = new Report()

process.exitCode = await withCleanup(async cleanup => {
  const interrupted = new AbortController()
  cleanup.add(() => interrupted.abort())
  const wanted = engines.length > 0 ? engines : ['--postgres', '--pglite']
  if (args.length === 0) {
    check('Format and lint', 'biome', 'check', '--error-on-warnings', '.')
    check('Types', 'tsc')
    check('Types of the query page', 'tsc', '-p', 'src/platform/graphql/query-page/browser')
  }
  if (wanted.includes('--postgres')) {
    const { url, version } = await startPostgres(cleanup)
    await makeTemplate(url)
    report.step(`Tests on PostgreSQL ${version}`)
    const chosen = testFiles('src/**/*.test.ts', 'test/**/*.test.ts')
    await runTests(chosen, { TEST_POSTGRES_URL: url }, interrupted.signal)
  }
  if (wanted.includes('--pglite')) {
    const template = join(await temporaryFolder(cleanup), 'database')
    await makeEmbeddedTemplate(template)
    report.step('Tests on the embedded database')
    const every = [
      'src/**/*.test.ts',
      'test/general/**/*.test.ts',
      'test/processes/durability.test.ts',
    ]
    const env = { TEST_POSTGRES_URL: '', TEST_EMBEDDED_TEMPLATE: template }
    await runTests(testFiles(...every), env, interrupted.signal)
  }
  return report.end()
})

function check(name: string, ...command: string[]): void {
  report.step(name)
  const { status, stdout, stderr } = spawnSync('npx', command, { encoding: 'utf8' })
  report.command({ failed: status !== 0, output: stdout + stderr })
}

/** Those that the arguments name, or all that match: first what starts processes, so is slow. */
function testFiles(...patterns: string[]): string[] {
  if (files.length > 0) return files
  const found = patterns.flatMap(pattern => globSync(pattern)).sort()
  const isSlow = (file: string) => /^test.processes./.test(file)
  return [...found.filter(isSlow), ...found.filter(file => !isSlow(file))]
}

async function runTests(chosen: string[], env: Record<string, string>, signal: AbortSignal) {
  await runInLanes(chosen, { env, signal }, run => report.file(run))
  report.endOfStep()
}
