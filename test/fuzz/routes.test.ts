import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fuzzRoutes } from './fuzz-routes.ts'
import { surfaces, unversioned } from './surfaces.ts'

await fuzzRoutes(unversioned)

it('every version has a file of fuzz tests', () => {
  for (const { prefix } of surfaces) {
    const version = prefix.split('/').at(-1)!.replace('.', '-')
    const file = join(import.meta.dirname, `routes-${version}.test.ts`)
    assert.ok(readFileSync(file, 'utf8').includes(`fuzzRoutes(surfaceAt('${prefix}'))`), file)
  }
})
