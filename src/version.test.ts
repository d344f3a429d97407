import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { readVersion, versionText } from './version.ts'

const root = mkdtempSync(join(tmpdir(), 'lodgepole-version-'))
after(() => rmSync(root, { recursive: true }))

const write = (name: string, content: object) =>
  writeFileSync(join(root, name), JSON.stringify(content))

function git(...args: string[]): string {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@lodges.example']
  return execFileSync('git', ['-C', root, ...author, ...args], { encoding: 'utf8' }).trim()
}

describe('the version', () => {
  it('of sources without a repository is not a release', () => {
    write('package.json', { version: '1.2.0' })
    const info = readVersion(root)
    assert.deepEqual(info, { version: '1.2.0-dev', isRelease: false, commit: null })
    assert.equal(versionText(info), 'Lodgepole 1.2.0-dev, which is not a release')
  })

  it('of a checkout has its commit, and is a release only at the tag of the version', () => {
    git('init', '--quiet')
    git('add', 'package.json')
    git('commit', '--quiet', '--message', 'First')
    const commit = git('rev-parse', '--short=8', 'HEAD')
    const development = { version: `1.2.0-dev+${commit}`, isRelease: false, commit }
    assert.deepEqual(readVersion(root), development)
    git('tag', 'v1.1.0')
    assert.deepEqual(readVersion(root), development)
    git('tag', '--annotate', 'v1.2.0', '--message', 'Release')
    assert.deepEqual(readVersion(root), { version: '1.2.0', isRelease: true, commit })
    write('package.json', { version: '1.2.0', changed: true })
    assert.deepEqual(readVersion(root), development)
  })

  it('of a release build is that of release.json', () => {
    write('release.json', { version: '1.3.0', commit: 'c713356a' })
    const info = readVersion(root)
    assert.deepEqual(info, { version: '1.3.0', isRelease: true, commit: 'c713356a' })
    assert.equal(versionText(info), 'Lodgepole 1.3.0')
  })
})
