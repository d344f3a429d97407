import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { removeFolder } from '../../test/support/temporary.ts'
import { buildBundle } from './build-bundle.ts'
import { bundleFile, bundlesFolder, findBundle } from './bundle.ts'

const project = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-bundle-'))
after(() => removeFolder(folder))

const entry = `
import { Big } from 'big.js'
import { sql } from 'kysely'
import { here, address, Trouble } from './deep/part.ts'
export const answer = { here, address, sum: new Big(1).plus(2).toString(), sql: typeof sql }
export const later = async () => (await import('./later.ts')).text
export const trouble = () => new Trouble()
`
const part = `
export const here = import.meta.dirname
export const address = new URL('./worker.ts', import.meta.url).href
export class Trouble extends Error {
  static readonly one = new Trouble()
}
`

/** A project with few sources and the packages of this one. */
async function makeProject(name: string): Promise<string> {
  const root = join(folder, name)
  const files = { 'src/entry.ts': entry, 'src/deep/part.ts': part, 'src/later.ts': later('first') }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await mkdir(join(root, 'src/server-bundle'))
  await cp(join(import.meta.dirname, 'build-bundle.ts'), join(root, tool))
  await mkdir(join(root, 'node_modules'))
  for (const one of ['big.js', 'kysely', 'esbuild']) {
    await symlink(join(project, 'node_modules', one), join(root, 'node_modules', one))
  }
  return root
}

const tool = 'src/server-bundle/build-bundle.ts'
const later = (text: string) => `export const text = '${text}'\n`
const load = (bundle: string) => import(pathToFileURL(join(bundle, 'entry.mjs')).href)
const build = (root: string) => buildBundle(root, 'src/entry.ts')

describe('a process', () => {
  it('starts from the bundle while it is of its sources, otherwise from these', async () => {
    const root = await makeProject('started')
    const here = `console.log(import.meta.resolve('./cli'))`
    await writeFile(join(root, 'src/cli.ts'), `export const runCli = async () => ${here}`)
    await cp(join(project, 'src/main.ts'), join(root, 'src/main.ts'))
    await cp(join(import.meta.dirname, 'bundle.ts'), join(root, 'src/server-bundle/bundle.ts'))
    await writeFile(join(root, 'package.json'), '{ "type": "module" }')
    const start = async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'src/main.ts')])
      return stdout.trim()
    }
    const [ofSources, bundle] = [await start(), await buildBundle(root, 'src/cli.ts')]
    assert.equal(ofSources, pathToFileURL(join(root, 'src/cli')).href)
    assert.equal(await start(), pathToFileURL(join(bundle, 'cli')).href)
    await writeFile(join(root, 'src/cli.ts'), '// changed', { flag: 'a' })
    assert.equal(await start(), ofSources)
  })
})

describe('a bundle of sources', () => {
  it('does what they do, and finds files beside them wherever the project is moved', async () => {
    const root = await makeProject('moved')
    await build(root)
    const moved = join(folder, 'elsewhere')
    await rename(root, moved)
    const found = findBundle(moved)
    assert.ok(found)
    const { answer, later, trouble } = await load(found)
    const here = join(moved, 'src/deep')
    const address = pathToFileURL(join(here, 'worker.ts')).href
    assert.deepEqual(
      { ...answer, here: join(answer.here) },
      { here, address, sum: '3', sql: 'function' },
    )
    assert.equal(await later(), 'first')
    assert.equal(trouble().constructor.name, 'Trouble')
  })

  it('throws errors that tell their place in the sources', async () => {
    const bundle = await build(await makeProject('thrown'))
    const address = pathToFileURL(join(bundle, 'entry.mjs')).href
    const program = `import { trouble } from '${address}'; console.log(trouble().stack)`
    const args = ['--enable-source-maps', '--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    assert.match(stdout, /src\/entry\.ts:7:\d+/)
  })

  it('is made once, and found until a source or the way it is made changes', async () => {
    for (const path of ['src/later.ts', 'src/deep/part.ts', tool]) {
      const root = await makeProject(path.replaceAll('/', '-'))
      assert.equal(findBundle(root), null)
      const bundle = await build(root)
      assert.equal(findBundle(root), bundle)
      assert.equal(await build(root), bundle)
      await writeFile(join(root, path), later('second'), { flag: 'a' })
      assert.equal(findBundle(root), null)
    }
  })

  it('is not found when a source is gone, or a part of itself', async () => {
    for (const path of ['src/later.ts', 'bundle', 'its list']) {
      const root = await makeProject(`without ${path.replaceAll('/', '-')}`)
      const bundle = await build(root)
      const list = join(bundlesFolder(root), bundleFile)
      if (path === 'its list') await writeFile(list, '{')
      else await rm(path === 'bundle' ? bundle : join(root, path), { recursive: true })
      assert.equal(findBundle(root), null)
    }
  })

  it('is one when several make it at once', async () => {
    const root = await makeProject('at once')
    const bundles = await Promise.all([1, 2, 3].map(() => build(root)))
    assert.deepEqual(new Set(bundles), new Set([findBundle(root)]))
    assert.equal((await readdir(bundlesFolder(root))).length, 2)
  })

  it('stays for processes that have begun with it when others are made, but not for ever', async () => {
    const root = await makeProject('kept')
    const first = await load(await build(root))
    const change = async (text: string) => {
      await writeFile(join(root, 'src/later.ts'), later(text))
      return build(root)
    }
    const second = await load(await change('second'))
    assert.equal(await first.later(), 'first')
    assert.equal(await second.later(), 'second')
    for (let i = 0; i < 6; i++) await change(`after ${i}`)
    const names = await readdir(bundlesFolder(root))
    assert.equal(names.length, 6)
  })
})
