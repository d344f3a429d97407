import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { attack } from './attack.ts'
import { scopes, unversioned } from './scopes.ts'

await attack(unversioned)

it('every version has a file that attacks it', () => {
  for (const { prefix } of scopes) {
    const version = prefix.split('/').at(-1)!.replace('.', '-')
    const file = join(import.meta.dirname, `routes-${version}.test.ts`)
    assert.ok(readFileSync(file, 'utf8').includes(`attack(scopeAt('${prefix}'))`), file)
  }
})
