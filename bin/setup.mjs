// Installs missing packages before `npm start` and `npm test`. It runs on the host's Node (20 or
// newer), so it is plain JavaScript without dependencies; everything else runs on the pinned Node.
// Arguments: further folders that have a package.json.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folders = ['.', ...process.argv.slice(2)]
await Promise.all(folders.map(name => install(join(root, name), name)))

async function install(folder, name) {
  const packages = listMissing(folder)
  if (packages.length === 0) return
  const location = name === '.' ? '' : ` in ${name}`
  console.log(`Installing ${packages.length} packages${location} (npm ci) ...`)
  const started = Date.now()
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(npm, args, { cwd: folder, stdio: 'inherit', shell: npm === 'npm.cmd' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exit(code ?? 1)
  console.log(`Installed${location} in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** Lists packages of the lock file that are not installed, or in another version. */
function listMissing(folder) {
  const required = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(required)
    .filter(([path, entry]) => path !== '' && !entry.optional)
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path)
}

function readPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {}
}
