/** Runs the commands of a page in docs/ as a reader would type them, against a demo server. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import { hostPath } from '../support/host-path.ts'
import { waitForGroupEnd } from '../support/processes.ts'
import { removeFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')

export interface Step {
  title: string
  commands: string
  /** Expected output, in which `…` stands for any text within a line. */
  prints: string
}

/** Returns the commands of a page, each with the block that follows it. */
export async function readSteps(path: string): Promise<Step[]> {
  const page = await readFile(join(root, path), 'utf8')
  const steps: Step[] = []
  let title = ''
  for (const [, heading, word, block] of page.matchAll(/^## (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (heading !== undefined) title = `${path}: ${heading}`
    else if (word === 'sh') steps.push({ title, commands: block!, prints: '' })
    else if (steps.length > 0) steps.at(-1)!.prints = block!
  }
  return steps
}

/** Checks the output of each step against its block. */
export function checkPrinted(printed: string[], steps: Step[]): void {
  for (const [i, { title, prints }] of steps.entries()) {
    assert.match(printed[i]!, toPattern(prints), title)
  }
}

function toPattern(prints: string): RegExp {
  const literals = prints.split('…').map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${literals.join('.*')}$`)
}

/** A network namespace, in which the ports of the pages are free. */
const ownNetwork = ['unshare', '--user', '--map-root-user', '--net', '--']
const withLoopback = 'ip link set lo up'
const ports = [3000, 4100]

const hasOwnNetwork =
  spawnSync(ownNetwork[0]!, [...ownNetwork.slice(1), 'sh', '-c', withLoopback]).status === 0

/** Copies the sources into a folder, and links what `npm ci` has installed. */
async function makeClone(folder: string): Promise<string> {
  const clone = join(folder, 'lodgepole')
  const skipped = new Set(['.git', '.cache', 'data', 'node_modules'])
  await cp(root, clone, { recursive: true, filter: path => !skipped.has(basename(path)) })
  for (const packages of ['node_modules', 'tools/node/node_modules']) {
    await symlink(join(root, packages), join(clone, packages))
  }
  return clone
}

/** Returns the reason not to run pages here, or false. */
export async function reasonToSkip(): Promise<string | false> {
  const usedPorts = hasOwnNetwork ? [] : await findUsedPorts()
  return usedPorts.length > 0 && `port ${usedPorts.join(', ')} is in use`
}

/**
 * Runs `npm start` in one terminal and the steps of each page in another one, page after page. The
 * environment is that of a reader: no setting, no port, the host's own Node, and a HOME in which
 * nothing of the user of this machine is read.
 *
 * @returns the output of each step, by page
 */
export async function typePages(pages: Step[][]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-pages-'))
  const [stepEnd, pageEnd] = ['--- next step ---', '--- next page ---']
  const scripts = pages.map(steps =>
    steps.map(({ commands }) => `${commands}echo '${stepEnd}'\n`).join(''),
  )
  const script = `${hasOwnNetwork ? withLoopback : ''}
    { npm start; } > "$HOME/server.log" 2>&1 < /dev/null &
    until curl -sf http://127.0.0.1:${ports[0]}/readyz > /dev/null; do
      kill -0 $! || { cat "$HOME/server.log" >&2; exit 1; }
      sleep 0.2
    done
    for page in "$@"; do
      bash --norc -euo pipefail -c "$page" || exit 1
      echo '${pageEnd}'
    done`
  const command = ['bash', '-c', script, 'bash', ...scripts]
  const [name, ...args] = hasOwnNetwork ? [...ownNetwork, ...command] : command
  const env = { PATH: hostPath(), HOME: folder }
  const terminals = spawn(name!, args, { cwd: await makeClone(folder), env, detached: true })
  after(async () => {
    process.kill(-terminals.pid!, 'SIGTERM')
    await waitForGroupEnd(terminals.pid!)
    await removeFolder(folder)
  })
  const out: Buffer[] = []
  const errors: Buffer[] = []
  terminals.stdout!.on('data', chunk => out.push(chunk))
  terminals.stderr!.on('data', chunk => errors.push(chunk))
  const [code] = await once(terminals, 'exit')
  const printed = Buffer.concat(out)
    .toString()
    .split(`${pageEnd}\n`)
    .map(text => text.split(`${stepEnd}\n`))
  const last = printed.at(-1)!
  const failed = pages[printed.length - 1]?.[last.length - 1]?.title
  assert.equal(code, 0, `${failed}: ${last.at(-1)}\n${Buffer.concat(errors)}`)
  return printed
}

/** Returns the ports that have a listener. */
async function findUsedPorts(): Promise<number[]> {
  const used = await Promise.all(
    ports.map(async port => {
      const socket = connect(port, '127.0.0.1')
      const isUsed = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      return isUsed ? port : null
    }),
  )
  return used.filter(port => port !== null)
}
