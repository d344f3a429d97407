/** Selection of test files and engines for a run, with their expected duration. */
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { changedFiles, measureDistances } from './changed-tests.ts'
import { importGraph, imports } from './import-graph.ts'
import { expectedSeconds } from './test-seconds.ts'

export type Engine = 'PostgreSQL' | 'PGlite'

/** A test file on an engine. */
export interface Job {
  file: string
  engine: Engine
  /** Expected duration. */
  seconds: number
  /** True if its tests mostly wait for processes that they start. */
  startsProcesses: boolean
}

export interface Choice {
  jobs: Job[]
  /** Relevant files beyond the time limit. */
  skipped: string[]
}

/** Maximum duration of a run for changed files, in seconds of one lane. */
const changedSecondsMax = 90

/**
 * Files that also run on the embedded database: tests of resources and of guarantees to clients.
 */
const embedded =
  /^(src\/|test\/api\/|test\/end-to-end\/durability\.|prove\/(feeds\/feeds|fresh\/fresh)\.)/

/** Generated tests of all permissions, which do not depend on the database. */
const permissions = /\/(role-values|account-takeover)\.test/

/** Tests that mostly wait for processes. */
const processes = /^(test\/end-to-end|prove\/(faults|no-loss))\/|^prove\/no-overlap\./

/** Modules that every test with a database imports, directly or indirectly. */
const databases =
  /\b(test\/support\/(database|postgres)|platform\/db\/\w+\/open-(postgres|pglite))\.ts$/

/** Arguments of `npm test`. */
export interface TestSelection {
  engines: Engine[]
  /** True if engines are named: named files run on each of them, even if they usually do not. */
  isExplicit: boolean
  /** Empty: all files. */
  files: string[]
  isChanged: boolean
}

export function chooseTests({ engines, isExplicit, files, isChanged }: TestSelection): Choice {
  const graph = importGraph(process.cwd(), sources())
  const estimateSeconds = expectedSeconds()
  const toJobs = (file: string): Job[] => {
    const usesDatabase = imports(graph, file, path => databases.test(path))
    const isForced = isExplicit && files.length > 0
    const possible = engines.filter(engine => isOn(engine, file) || isForced)
    const startsProcesses = processes.test(file)
    return (usesDatabase ? possible : possible.slice(0, 1)).map(engine => {
      return { file, engine, seconds: estimateSeconds(file, engine), startsProcesses }
    })
  }
  if (isChanged)
    return limitTime(measureDistances(changedFiles(), graph).map(test => toJobs(test.file)))
  const allFiles = [...graph.keys()].filter(path => path.endsWith('.test.ts'))
  const chosen = files.map(file => relative('.', file).replaceAll('\\', '/'))
  return { jobs: (chosen.length > 0 ? chosen : allFiles).flatMap(toJobs), skipped: [] }
}

/** Returns whether a file runs on an engine if none is named. */
function isOn(engine: Engine, file: string): boolean {
  return engine === 'PostgreSQL' || (embedded.test(file) && !permissions.test(file))
}

/** Returns the nearest files within the time limit, at least one. */
function limitTime(nearestFirst: Job[][]): Choice {
  const jobs: Job[] = []
  const left: string[] = []
  let seconds = 0
  for (const fileJobs of nearestFirst) {
    for (const job of fileJobs) seconds += job.seconds
    if (seconds <= changedSecondsMax || jobs.length === 0) jobs.push(...fileJobs)
    else left.push(...fileJobs.map(({ file }) => file))
  }
  return { jobs, skipped: left }
}

function sources(): string[] {
  const patterns = ['src', 'demo', 'test', 'prove'].map(folder => `${folder}/**/*.{ts,tsx}`)
  return patterns.flatMap(pattern => globSync(pattern)).map(path => path.replaceAll('\\', '/'))
}
