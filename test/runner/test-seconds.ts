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
  [/\b(shell|working-day|pollers|true-deltas-by-field)\.test/, 60],
  [/\b(guides|folder-lock)\.test/, 45],
  [/\b(booking|fresh-answers|durability|lead|odd-data)\.test/, 40],
  [/\bno-(loss|overlap)\.test/, 30],
  [/\b(backup|leadsql-long|openapi-tools|several|tour)\.test/, 25],
  [/\b(demo|role-values|bound-responses|start-errors)\.test/, 25],
  [/^test\/console\/(?!bundle|palette|lead-parts)/, 25],
  [/\bprocesses\/(faults|pages)\.test/, 25],
  [/\bhostile\/routes-v3-3\b/, 25],
  [/\b(cli|database-limits|engine\/files|known-keys|leadsql-streamed)\.test/, 15],
  [/\b(hostile\/(graphql|routes-)|matrix\/versions|reach\/partners)/, 12],
  [/\b(first-start|lead-parts|lead-walk|examples|point-in-time|withdrawn)\.(rest\.)?test/, 12],
  [/\b(caretaker|headers|idempotency-keys|kept-plans|touched-houses)\.test/, 10],
  [/\b(cli-guests|consent-page|embedded-database|every-write|no-statistics|palette)\.test/, 10],
  [/\b(by-mail|console|event-stream|health|kept-parts|lead-status|robustness|worker)\.\S*test/, 7],
  [/\b(emptied-databases|leadsql-reference|password-links|query-page|security-events)\.test/, 6],
  [/\b(blob-store|contracts|long|photo-files|dispatcher|retention|rate-limit|uploads|stream)\b/, 5],
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
