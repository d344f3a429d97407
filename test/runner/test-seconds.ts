/**
 * Expected duration of each test file, which lets the longest start first: the duration of the last
 * run on this machine, or an estimate.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const cacheFile = join(import.meta.dirname, '../../node_modules/.cache/lodgepole/test-seconds.json')

/**
 * Estimates of slow files on two idle cores; the first match applies. Other files take one or two
 * seconds.
 */
const estimates: [RegExp, number][] = [
  [/\boperator-documents\.test/, 80],
  [/\b(release|true-deltas-by-field)\.test/, 100],
  [/\b(init|shell|working-day|pollers)\.test/, 60],
  [/\b(guides|folder-lock)\.test/, 45],
  [/\b(booking|fresh\/fresh|durability|lead|odd-data)\.test/, 40],
  [/\bno-(loss|overlap)\.test/, 30],
  [/\b(backup|leadsql-long|openapi-tools|several-processes|tour)\.test/, 25],
  [/\b(demo|role-values|bound-responses|start-errors)\.test/, 25],
  [/^test\/console\/(?!bundle|palette|lead-sections)/, 25],
  [/\b(faults|full-disk|generations|online-migrations|pages)\.test/, 25],
  [/\b(account-takeover|backup-store|cli-agencies|doctor|erasure-restore)\.test/, 20],
  [/\b(leadsql-spooled|new-agency|settings-file)\.(rest\.)?test/, 20],
  [/\bfuzz\/routes-v3-3\b/, 25],
  [/\b(cli|database-limits|engine\/files|credential-cache|leadsql-streamed)\.test/, 15],
  [/\b(fuzz\/(graphql|routes-)|matrix\/versions|authorization\/partners)/, 12],
  [/\b(first-start|lead-sections|lead-model|examples|point-in-time|withdrawn)\.(rest\.)?test/, 12],
  [/\b(caretaker|headers|idempotency-keys|property-invalidation)\.test/, 10],
  [/\b(cli-guests|consent-page|embedded-database|write-events|no-statistics|palette)\.test/, 10],
  [
    /\b(by-mail|console|event-stream|health|fragment-cache|lead-status|robustness|worker)\.\S*test/,
    7,
  ],
  [/\b(reused-databases|leadsql-reference|password-links|query-page|security-events)\.test/, 6],
  [/\b(blob-store|contracts|long|photo-files|dispatcher|retention|rate-limit|uploads|stream)\b/, 5],
]
const defaultEstimate = 2

type Seconds = Record<string, number>

export function expectedSeconds(): (file: string, engine: string) => number {
  const recorded = readCache()
  return (file, engine) =>
    recorded[keyOf(file, engine)] ??
    estimates.find(([pattern]) => pattern.test(file))?.[1] ??
    defaultEstimate
}

/** Stores the durations of a run; those of other files remain. */
export function storeSeconds(runs: { file: string; engine: string; seconds: number }[]): void {
  const seconds: Seconds = { ...readCache() }
  for (const run of runs) seconds[keyOf(run.file, run.engine)] = Number(run.seconds.toFixed(1))
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, `${JSON.stringify(seconds, null, 1)}\n`)
}

function keyOf(file: string, engine: string): string {
  return `${engine} ${file}`
}

function readCache(): Seconds {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'))
  } catch {
    return {}
  }
}
