/**
 * How long each file of tests will take, so that the longest can be begun first: as long as in the
 * last run here, or what is known of it in general.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const remembered = join(
  import.meta.dirname,
  '../../node_modules/.cache/lodgepole/test-seconds.json',
)

/** The first that fits holds: what is slow on two quiet cores. Most files take a second or two. */
const guesses: [RegExp, number][] = [
  [/\b(durability|demo)\.test/, 60],
  [/\bno-(loss|overlap)\.test/, 40],
  [/\b(backup|leadsql-long|openapi-tools|tour)\.test/, 35],
  [/^test\/console\/(?!bundle)/, 35],
  [/\b(lead-walk|examples|pages|database-limits|cli|faults|first-start)\.(rest\.)?test/, 25],
  [/\bhostile\/(routes-v2|routes-v3-3)\b/, 25],
  [/\bhostile\//, 15],
  [/\bmatrix\/(versions|behaviours)\b/, 15],
  [/\b(stop|point-in-time|every-write|embedded-database)\.test/, 12],
  [/\b(lead-status|console|event-stream|idempotency-keys|transitions)\.\S*test/, 12],
  [/\breach\//, 10],
  [/\b(query-page|consent-page|contracts|cli-partners|threads-collide)\.test/, 8],
  [/\b(long|photo-files|postman|model|retention|rate-limit|uploads|concurrent|stream)\b/, 5],
]
const guessUsual = 2

type Seconds = Record<string, number>

/** Of a file on an engine. */
export function expectedSeconds(): (file: string, engine: string) => number {
  const known = readRemembered()
  return (file, engine) =>
    known[keyOf(file, engine)] ?? guesses.find(([pattern]) => pattern.test(file))?.[1] ?? guessUsual
}

/** Keeps what a run has taken, beside what is known of files that were not in it. */
export function rememberSeconds(runs: { file: string; engine: string; seconds: number }[]): void {
  const seconds: Seconds = { ...readRemembered() }
  for (const run of runs) seconds[keyOf(run.file, run.engine)] = Number(run.seconds.toFixed(1))
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, `${JSON.stringify(seconds, null, 1)}\n`)
}

function keyOf(file: string, engine: string): string {
  return `${engine} ${file}`
}

function readRemembered(): Seconds {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'))
  } catch {
    return {}
  }
}
