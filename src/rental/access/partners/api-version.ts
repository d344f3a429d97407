import { versions } from '../../versions.ts'

/** Labels of versions, oldest first: `v3.0` to the newest. */
export const versionLabels = versions.map(version => `v${version}`)

/** Aliases of labels: `3.2`, `V3_2`, and `v3` for the first. */
export const versionAliases: Record<string, string> = Object.fromEntries([
  ...versions.flatMap(version => [
    [version, `v${version}`],
    [`V${version.replace('.', '_')}`, `v${version}`],
  ]),
  ['v3', 'v3.0'],
  ['3', 'v3.0'],
])

/** Returns the version after another, null after the newest. */
export function nextLabel(label: string): string | null {
  return versionLabels[versionLabels.indexOf(label) + 1] ?? null
}
