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
  [/\bconsole\/(?!bundle)/, 50],
  [/\bno-(loss|overlap)\.test/, 40],
  [/\bdurability\.test/, 50],
  [/\b(lead-walk|examples|openapi-tools|demo|cli)\.(rest\.)?test/, 30],
  [/\bhostile\/(routes-v2|routes-v3-3)\b/, 25],
  [/\bhostile\//, 15],
  [/\bmatrix\/(versions|behaviours)\b/, 15],
  [/\b(tour|stop|database-away|every-write)\.test/, 15],
  [/\breach\//, 10],
  [/\b(query-page|consent-page|pages|contracts|cli-partners|threads-collide)\.test/, 8],
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
