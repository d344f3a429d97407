/** Which files of tests a run is of, on which engine, and what each will take. */
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { changedFiles, distancesOf } from './changed-tests.ts'
import { importGraph, reaches } from './import-graph.ts'
import { expectedSeconds } from './test-seconds.ts'

export type Engine = 'PostgreSQL' | 'PGlite'

/** A file of tests on an engine. */
export interface Job {
  file: string
  engine: Engine
  /** How long it will take, as far as is known. */
  seconds: number
  /** Its tests mostly wait for processes that they start. */
  startsProcesses: boolean
}

export interface Choice {
  jobs: Job[]
  /** Files that a change touches, too, but from further away than there was time for. */
  left: string[]
}

/** What a run for a change may take, in seconds of one lane. */
const changedSecondsMax = 90

/** Run on the embedded database, too: the nouns, and what clients rely on of all of them. */
const embedded = /^(src\/|test\/general\/|test\/processes\/durability\.test\.ts$)/

/** What a file that needs a database comes upon, whatever it imports. */
const databases =
  /\b(test\/support\/(database|postgres)|platform\/db\/(postgres\/open-postgres|pglite))\.ts$/

/** The arguments of `npm test`. */
export interface Wanted {
  engines: Engine[]
  /** The engines are asked for by name: for files that are named they are, even if rarely used. */
  isAsked: boolean
  /** None: all. */
  files: string[]
  /** Only what a change touches. */
  isChanged: boolean
}

export function chooseTests({ engines, isAsked, files, isChanged }: Wanted): Choice {
  const graph = importGraph(process.cwd(), sources())
  const secondsOf = expectedSeconds()
  const jobsOf = (file: string): Job[] => {
    const usesDatabase = reaches(graph, file, path => databases.test(path))
    const isForced = isAsked && files.length > 0
    const may = engines.filter(one => one === 'PostgreSQL' || isForced || embedded.test(file))
    const startsProcesses = file.startsWith('test/processes/')
    return (usesDatabase ? may : may.slice(0, 1)).map(engine => {
      return { file, engine, seconds: secondsOf(file, engine), startsProcesses }
    })
  }
  if (isChanged) return withinTime(distancesOf(changedFiles(), graph).map(one => jobsOf(one.file)))
  const every = [...graph.keys()].filter(path => path.endsWith('.test.ts'))
  const chosen = files.map(file => relative('.', file).replaceAll('\\', '/'))
  return { jobs: (chosen.length > 0 ? chosen : every).flatMap(jobsOf), left: [] }
}

/** The nearest files as long as there is time, at least one. */
function withinTime(nearestFirst: Job[][]): Choice {
  const jobs: Job[] = []
  const left: string[] = []
  let seconds = 0
  for (const those of nearestFirst) {
    for (const job of those) seconds += job.seconds
    if (seconds <= changedSecondsMax || jobs.length === 0) jobs.push(...those)
    else left.push(...those.map(({ file }) => file))
  }
  return { jobs, left }
}

function sources(): string[] {
  const patterns = ['src', 'demo', 'test', 'prove'].map(folder => `${folder}/**/*.{ts,tsx}`)
  return patterns.flatMap(pattern => globSync(pattern)).map(path => path.replaceAll('\\', '/'))
}
