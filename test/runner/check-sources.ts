import { execFile } from 'node:child_process'
import type { CheckRun, Report } from './report.ts'

const typesOf = (project: string) => ['tsc', '--singleThreaded', '-p', project]

/** Commands of `node_modules/.bin`, by what they check. */
const checks: Record<string, string[]> = {
  'Format and lint': ['biome', 'check', '--error-on-warnings', '.'],
  Types: typesOf('.'),
  'Types of the query page': typesOf('src/platform/graphql/query-page/browser'),
  'Types of the console': typesOf('src/console'),
  'Unused code': ['knip', '--no-progress', '--treat-config-hints-as-errors'],
  Imports: [
    'depcruise',
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
    ...['src', 'demo', 'test', 'prove', 'bench'],
  ],
}

/**
 * Runs the checks one after another: threads would check shared files repeatedly, and tests run at
 * the same time.
 */
export async function checkSources(report: Report, signal: AbortSignal): Promise<void> {
  for (const [name, command] of Object.entries(checks)) {
    report.check(await check(name, command, signal))
  }
}

async function check(name: string, command: string[], signal: AbortSignal): Promise<CheckRun> {
  const started = performance.now()
  // Garbage is collected seldom, as in the lanes: the compiler exits before there is much.
  const env = { ...process.env, GOGC: '400' }
  const limits = { signal, env, maxBuffer: 64 * 1_048_576 }
  const { failed, output } = await new Promise<{ failed: boolean; output: string }>(resolve => {
    execFile('npx', command, limits, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    )
  })
  return { name, seconds: (performance.now() - started) / 1000, failed, output }
}
