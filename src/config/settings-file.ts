/** File of settings in addition to the environment: docs/reference/settings.md. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from './environment.ts'

/** File of an installed server. */
export const systemSettingsFile = '/etc/lodgepole/env'

/** Files that are read unless another one is named; the first that exists. */
export const standardSettingsFiles = [systemSettingsFile, '.env']

/** Variable that names the file as `--env-file` does; empty: no file. */
const nameVariable = 'LODGEPOLE_ENV_FILE'

export interface SettingsFile {
  path: string
  text: string
  settings: Environment
  /** Warning about its permissions, one sentence. */
  warning: string | null
}

/** Origin of the settings of a command. */
export interface SettingsSource {
  env: Environment
  /** Value of `--env-file`. */
  envFile: string | undefined
  /** Files to look for if none is named. */
  standardFiles: readonly string[]
}

/** Returns the name given by `--env-file` or the environment; an empty one means no file. */
export function namedSettingsFile({ env, envFile }: SettingsSource): string | undefined {
  return envFile ?? env[nameVariable]
}

/**
 * Reads the named file, or else the first standard one that exists.
 *
 * @returns null if there is none
 * @throws Error naming the file if it cannot be read, or if the named one does not exist, and the
 *   line if it is invalid
 */
export function readSettingsFile(source: SettingsSource): SettingsFile | null {
  const name = namedSettingsFile(source)
  if (name === '') return null
  if (name !== undefined) {
    const file = readFileAt(name)
    if (file !== null) return file
    throw new Error(`There is no settings file ${resolve(name)}. To create it, run: lodgepole init`)
  }
  for (const standardFile of source.standardFiles) {
    const file = readFileAt(standardFile)
    if (file !== null) return file
  }
  return null
}

/** Adds the settings of a file to an environment, whose variables win, even if they are empty. */
export function addSettings(env: Environment, settings: Environment): void {
  for (const [name, value] of Object.entries(settings)) env[name] ??= value
}

/** Reads a settings file; returns null if it does not exist. */
export function readFileAt(name: string): SettingsFile | null {
  const path = resolve(name)
  const read = readText(path)
  if (read === null) return null
  const text = read.text.replace(/^\uFEFF/, '')
  requireAssignments(path, text)
  return { path, text, settings: parseEnv(text), warning: accessWarning(path, read.mode) }
}

function readText(path: string): { text: string; mode: number } | null {
  try {
    const file = openSync(path, 'r')
    try {
      const stats = fstatSync(file)
      return { text: readFileSync(file, 'utf8'), mode: stats.isFile() ? stats.mode : 0 }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new Error(`The settings file ${path} cannot be read: ${reasons[code] ?? code}`)
  }
}

const permissionReason =
  'this user has no permission for it; run the command as the user that runs the server'

const reasons: Record<string, string> = {
  EACCES: permissionReason,
  EPERM: permissionReason,
  EISDIR: 'it is a folder',
}

/** Permissions of users outside the group of the file, and of the group to change it. */
const unsafePermissions = 0o027

function accessWarning(path: string, mode: number): string | null {
  if (process.platform === 'win32' || (mode & unsafePermissions) === 0) return null
  return `Other users may read or change ${path}, which contains secrets. Run: chmod 600 ${path}`
}

/** Refuses lines that `parseEnv` would ignore or cut. The errors omit values, which are secret. */
function requireAssignments(path: string, text: string): void {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fault = findFault(line)
    if (fault !== null) throw new Error(`${path}, line ${index + 1}: ${fault}`)
  }
}

const assignmentPattern = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=\s*(.*?)\s*$/

function findFault(line: string): string | null {
  if (/^\s*(#|$)/.test(line)) return null
  const value = assignmentPattern.exec(line)?.[1]
  if (value === undefined) return 'it is not of the form NAME=value'
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote === undefined) {
    const [uncommented = ''] = value.split(/(?:^|\s)#/)
    return uncommented.includes('#') ? 'a value with # must be in quotes' : null
  }
  const end = value.indexOf(quote, 1)
  if (end === -1) return `the closing ${quote} is missing`
  return /^\s*(#.*)?$/.test(value.slice(end + 1)) ? null : `only a comment may follow the ${quote}`
}
