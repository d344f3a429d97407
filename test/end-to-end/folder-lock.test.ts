/** A data folder is locked by one process, in any process and PID namespace. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { lockFolder } from '../../src/platform/db/embedded/folder-lock.ts'
import { callAdminSocket } from '../../src/server/admin-socket.ts'
import { putEmbedded } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { removeFolder } from '../support/temporary.ts'
import type { Attempt } from './lock-starter.ts'

const root = mkdtempSync(join(tmpdir(), 'lodgepole-lock-'))
const children: ChildProcess[] = []
/** Processes that the test did not start directly. */
const strayPids: number[] = []
after(async () => {
  for (const pid of strayPids) killIfPresent(pid)
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(waitForExit))
  await removeFolder(root)
})

/** Kills a process, unless it has ended and its parent has reaped it. */
function killIfPresent(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const starterFile = join(import.meta.dirname, 'lock-starter.ts')
const isLinux = process.platform === 'linux'

function newFolder(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder)
  return folder
}

async function waitForExit(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode
}

async function openStarter(folder: string): Promise<ChildProcess> {
  const child = fork(starterFile, [folder])
  children.push(child)
  await once(child, 'message')
  return child
}

async function attempt(starter: ChildProcess): Promise<Attempt> {
  const reply = once(starter, 'message')
  starter.send('take')
  const [result] = await reply
  return result as Attempt
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await waitForExit(child)
}

describe('the lock of a data folder', () => {
  it('goes to one of four that start at once after a kill, thirty times', async () => {
    const folder = newFolder('race')
    const starters = await Promise.all(Array.from({ length: 4 }, () => openStarter(folder)))
    for (let round = 0; round < 30; round++) {
      const attempts = await Promise.all(starters.map(attempt))
      const winners = attempts.flatMap(({ refusal }, i) => (refusal === null ? [i] : []))
      assert.equal(winners.length, 1, `round ${round}: ${JSON.stringify(attempts)}`)
      const winner = winners[0]!
      const pid = starters[winner]!.pid
      for (const [i, { refusal }] of attempts.entries()) {
        if (i !== winner) assert.match(refusal!, new RegExp(`in use by process ${pid} on host`))
      }
      await kill(starters[winner]!)
      starters[winner] = await openStarter(folder)
    }
  })

  it('is held by a process that was stopped, until that one ends', async () => {
    const folder = newFolder('stopped')
    const holder = await openStarter(folder)
    assert.deepEqual(await attempt(holder), { refusal: null })
    holder.kill('SIGSTOP')
    const refusal = new RegExp(`in use by process ${holder.pid} on host ${hostname()} since 2`)
    assert.throws(() => lockFolder(folder), refusal)
    await kill(holder)
    lockFolder(folder)()
  })

  it('is not held by a process that has ended and was not reaped', async context => {
    if (!isLinux) return context.skip('only Linux tells of a zombie in /proc')
    const folder = newFolder('zombie')
    const script = '"$0" "$1" "$2" & echo $!; exec sleep 60'
    const args = ['-c', script, process.execPath, starterFile, folder]
    const parent = spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(parent)
    let output = ''
    parent.stdout!.on('data', chunk => {
      output += chunk
    })
    await eventually(async () => output.includes('refusal'))
    const pid = Number(output.split('\n')[0])
    strayPids.push(pid)
    assert.throws(() => lockFolder(folder), new RegExp(`in use by process ${pid} `))
    process.kill(pid, 'SIGKILL')
    await eventually(async () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
    lockFolder(folder)()
    assert.match(readFileSync(`/proc/${pid}/stat`, 'utf8'), /\) Z /)
  })

  it('is refused to the process that holds it, which retains it', async () => {
    const folder = newFolder('twice')
    const unlock = lockFolder(folder)
    assert.throws(() => lockFolder(folder), new RegExp(`in use by process ${process.pid} `))
    const other = await openStarter(folder)
    assert.notEqual((await attempt(other)).refusal, null)
    unlock()
    assert.deepEqual(await attempt(other), { refusal: null })
  })
})

const unshare = ['--pid', '--net', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync('unshare', [...unshare, 'true']).status === 0

/** Starts a server that is process 1 of its own PID namespace, as in a container. */
function serveInNamespace(dataDir: string) {
  const main = join(import.meta.dirname, '../../src/main.ts')
  const settings = { DATA_DIR: dataDir, HOST: '0.0.0.0', CONSOLE: 'false', LOG_LEVEL: 'warn' }
  const env = { ...process.env, DATABASE_URL: '', ...settings }
  const child = spawn('unshare', [...unshare, process.execPath, main, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const server = { child, output: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      server.output += chunk
    })
  }
  return server
}

describe('two servers in two PID namespaces on one data folder', () => {
  /** Runs a command in the server that has the folder open. */
  const run = (dataDir: string, args: string[]) =>
    callAdminSocket(dataDir, 'command', { args, input: '' }).catch(() => null)

  async function startInNamespace(dataDir: string) {
    const server = serveInNamespace(dataDir)
    const isUp = async () => server.output.includes('Lodgepole is at')
    await eventually(async () => (await isUp()) || server.child.exitCode !== null, 60)
    assert.ok(await isUp(), server.output)
    return server
  }

  it('the second one exits with 1 and names the first, and a kill loses nothing', async context => {
    if (!canUnshare) return context.skip('PID namespaces need root and unshare of util-linux')
    const dataDir = newFolder('containers')
    await putEmbedded(dataDir)
    const first = await startInNamespace(dataDir)
    const second = serveInNamespace(dataDir)
    const agencyUids: string[] = []
    const create = async () => {
      const name = `Agency ${agencyUids.length}`
      const ended = await run(dataDir, ['agency', 'create', '--name', name])
      const printed = ended?.output.find(({ to }) => to === 'print')
      if (ended?.code === 0) agencyUids.push(printed!.text.split(/\s/)[0]!)
      return ended
    }
    while (second.child.exitCode === null) assert.equal((await create())?.code, 0)
    assert.equal(second.child.exitCode, 1, second.output)
    const holder = `is in use by process 1 on host ${hostname()}, in another container`
    assert.ok(second.output.includes(holder), second.output)
    setTimeout(() => first.child.kill('SIGKILL'), 100)
    while ((await create()) !== null);
    await waitForExit(first.child)
    assert.ok(agencyUids.length > 5, `${agencyUids.length} agencies`)
    const third = await startInNamespace(dataDir)
    for (const uid of agencyUids) {
      const key = await run(dataDir, ['key', 'create', '--agency', uid, '--name', 'test'])
      assert.equal(key?.code, 0, JSON.stringify(key))
    }
    await kill(third.child)
  })
})
