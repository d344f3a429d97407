// Installs what is missing before `npm start` and `npm test`. It runs on the host's own Node (20 or
// newer), so it is plain JavaScript without dependencies; everything after it runs on the pinned one.
// Further folders with a package.json of their own may be named as arguments.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folders = ['.', ...process.argv.slice(2)]
await Promise.all(folders.map(name => install(join(root, name), name)))

async function install(folder, name) {
  const what = missing(folder)
  if (what.length === 0) return
  const place = name === '.' ? '' : ` in ${name}`
  console.log(`Installing ${what.length} packages${place} (npm ci) ...`)
  const started = Date.now()
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(npm, args, { cwd: folder, stdio: 'inherit', shell: npm === 'npm.cmd' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
  console.log(`Installed${place} in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** The packages of the lock file that node_modules lacks or holds in another version. */
function missing(folder) {
  const wanted = packagesOf(join(folder, 'package-lock.json'))
  const installed = packagesOf(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !entry.optional)
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path)
}

function packagesOf(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {}
}
