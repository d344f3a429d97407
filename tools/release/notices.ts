import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the license texts of packages, which their licenses require of copies.
 *
 * @param folders folders of packages
 */
export function thirdPartyNotices(folders: string[]): string {
  const notices = folders.map(folder => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    const names = globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE,ThirdPartyNotice}*', {
      cwd: folder,
      withFileTypes: true,
    })
    const texts = names
      .filter(file => file.isFile())
      .map(file => file.name)
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8').trim())
    const licenseName = typeof license === 'string' ? license : (license?.type ?? 'unknown')
    return { title: `${name} ${version} (${licenseName})`, text: texts.join('\n\n') }
  })
  const distinct = new Map(notices.map(notice => [notice.title, notice.text]))
  const line = '='.repeat(79)
  return [...distinct]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, text]) => `${line}\n${title}\n${line}\n\n${text}\n`)
    .join('\n')
}

/** Lists the folders of the packages below a folder `node_modules`, however deep. */
export function listPackages(nodeModules: string): string[] {
  return globSync('**/package.json', { cwd: nodeModules })
    .filter(path => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map(path => join(nodeModules, path.slice(0, -'/package.json'.length)))
}

/** Returns the folders of packages that input files of a bundle belong to. */
export function packagesOf(inputs: string[]): string[] {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/
  return [...new Set(inputs.flatMap(path => folder.exec(path)?.[0] ?? []))]
}
