/**
 * `npm test`: checks the sources, then runs the tests on a real PostgreSQL and the same again on
 * the embedded database. Arguments: `--postgres` or `--pglite` for one engine, and test files.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../bench/support/postgres.ts'
import { temporaryFolder, withCleanup } from '../bench/support/temporary.ts'
import { makeEmbeddedTemplate, makeTemplate } from './database.ts'

const args = process.argv.slice(2)
const files = args.filter(arg => !arg.startsWith('--'))
const engines = ['--postgres', '--pglite'].filter(engine => args.includes(engine))

process.exitCode = await withCleanup(async cleanup => {
  const wanted = engines.length > 0 ? engines : ['--postgres', '--pglite']
  const failures: string[] = []
  const step = (name: string, command: string, stepArgs: string[], env = {}) => {
    console.log(`\n# ${name}`)
    const options = { stdio: 'inherit', env: { ...process.env, ...env } } as const
    if (spawnSync(command, stepArgs, options).status !== 0) failures.push(name)
  }
  if (args.length === 0) {
    step('Format and lint', 'npx', ['biome', 'check', '--error-on-warnings', '.'])
    step('Types', 'npx', ['tsc'])
    step('Types of the query page', 'npx', ['tsc', '-p', 'src/platform/graphql/query-page/browser'])
  }
  if (wanted.includes('--postgres')) {
    const { url, version } = await startPostgres(cleanup)
    await makeTemplate(url)
    const all = ['src/**/*.test.ts', 'test/**/*.test.ts']
    const chosen = files.length > 0 ? files : all.flatMap(pattern => globSync(pattern))
    const env = { TEST_POSTGRES_URL: url }
    step(`Tests on PostgreSQL ${version}`, process.execPath, testArgs(chosen), env)
  }
  if (wanted.includes('--pglite')) {
    const every = ['src/**/*.test.ts', 'test/general/**/*.test.ts', 'test/durability.test.ts']
    const chosen = files.length > 0 ? files : every.flatMap(pattern => globSync(pattern))
    const template = await makeEmbeddedTemplate(join(await temporaryFolder(cleanup), 'database'))
    const env = { TEST_POSTGRES_URL: '', TEST_EMBEDDED_TEMPLATE: template }
    step('Tests on the embedded database', process.execPath, testArgs(chosen), env)
  }
  console.log(failures.length === 0 ? '\nAll passed.' : `\nFailed: ${failures.join(', ')}`)
  return failures.length === 0 ? 0 : 1
})

function testArgs(chosen: string[]): string[] {
  const reporter = process.env.CI ? 'spec' : 'dot'
  const options = [
    '--test',
    '--test-concurrency=2',
    '--test-timeout=180000',
    `--test-reporter=${reporter}`,
  ]
  return [...options, '--test-reporter-destination=stdout', ...chosen]
}
