/**
 * Removes files that follow a rule from its list: `node test/tidy/vocabulary/shrink.ts`. It never
 * adds one. For a file that was renamed, change its line by hand.
 */
import { writeFileSync } from 'node:fs'
import { listedFiles, listPath, rules } from './lists.ts'

for (const [name, { faults }] of Object.entries(rules)) {
  const broken = faults()
  const before = listedFiles(name)
  const left = before.filter(file => broken.has(file))
  writeFileSync(listPath(name), left.map(file => `${file}\n`).join(''))
  console.log(`${name}: ${before.length} → ${left.length}`)
}
