import { chownSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment } from '../../config/environment.ts'
import { makePrivateFolder } from '../../platform/io/private-folder.ts'

/**
 * Replaces settings in the text of a settings file, and leaves its other lines unchanged.
 *
 * @param settings an undefined one is removed
 * @throws Error naming a setting whose value cannot be written
 */
export function changeSettings(text: string, settings: Environment): string {
  const written = new Set<string>()
  const lines = text.split(/\r?\n/).flatMap(line => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1]
    if (name === undefined || !Object.hasOwn(settings, name)) return [line]
    // The last one of several lines would win, so only one may stay.
    if (written.has(name)) return []
    written.add(name)
    return formatLine(name, settings[name])
  })
  while (lines.at(-1)?.trim() === '') lines.pop()
  for (const [name, value] of Object.entries(settings)) {
    if (!written.has(name)) lines.push(...formatLine(name, value))
  }
  return `${lines.join('\n')}\n`
}

function formatLine(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}=${quote(name, value)}`]
}

/**
 * Quotes a value so that this server, systemd and Docker Compose read the same: only single quotes
 * mean the same to all of them.
 */
function quote(name: string, value: string): string {
  if (/^[\w./:@%+=,?&~-]*$/.test(value)) return value
  if (/^[^'\p{Cc}]*$/u.test(value)) return `'${value}'`
  throw new Error(`${name} must have neither a ' nor control characters: in a URL write %27 for '`)
}

/** Writes a settings file for its user only; a file that exists keeps its owner and permissions. */
export function writeSettingsFile(path: string, text: string): void {
  makePrivateFolder(dirname(path))
  const target = realPath(path)
  const present = statSync(target, { throwIfNoEntry: false })
  // Renamed when complete, because a full disk could leave a truncated file.
  const draft = `${target}.${process.pid}`
  try {
    const mode = present ? present.mode & 0o660 : 0o600
    writeFileSync(draft, text, { mode, flush: true, flag: 'wx' })
    if (present && process.getuid?.() === 0) chownSync(draft, present.uid, present.gid)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Resolves links, because renaming would replace a link by the file. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
