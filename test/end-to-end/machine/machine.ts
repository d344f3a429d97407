/**
 * Machine of a new operator: systemd, PostgreSQL and proxies as their packages install them, Node,
 * an ordinary user `alice`, and nothing else. Its folders are empty and in memory, and it has no
 * network.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eventually } from '../../support/eventually.ts'
import { type Cleanup, removeFolder } from '../../support/temporary.ts'

interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  user?: 'root' | 'alice'
  /** Folder, by default the home folder of the user. */
  cwd?: string
  input?: string
}

export interface Machine {
  /** Runs commands in a new terminal, with an empty environment. */
  run(commands: string, options?: RunOptions): Promise<Ran>
  /** Starts commands as `run` does; `interrupt` is Ctrl-C in their terminal. */
  start(commands: string, options?: RunOptions): { interrupt(): void; ended: Promise<Ran> }
  /** Returns the path of a file from outside. */
  path(file: string): string
  writeFile(file: string, text: string): void
}

const programs = ['unshare', 'nsenter', 'ip', 'nginx', 'caddy', 'curl', 'pg_createcluster']

/** Returns the reason why no machine can be started here, or false. */
export function reasonToSkip(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = programs.filter(
    program => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  if (!existsSync('/lib/systemd/systemd')) missing.push('systemd')
  if (missing.length > 0) return `${missing.join(', ')} not installed`
  const mount = 'mount -t cgroup2 cgroup2 /mnt && ip link set lo up'
  const probe = ['--mount', '--pid', '--fork', '--net', '--cgroup', '--', 'sh', '-c', mount]
  return spawnSync('unshare', probe).status === 0 ? false : 'namespaces are not permitted'
}

/** Boots a machine, which `cleanup` ends with all its processes. */
export async function bootMachine(cleanup: Cleanup): Promise<Machine> {
  const root = mkdtempSync(join(tmpdir(), 'lodgepole-machine-'))
  const script = join(import.meta.dirname, 'boot.sh')
  const args = ['--mount', '--', 'sh', script, root, process.execPath]
  const boot = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  cleanup.add(async () => {
    const ended = once(boot, 'exit')
    boot.kill('SIGTERM')
    const [code] = await ended
    await removeFolder(root)
    if (code !== 0) throw new Error(`${root}: the machine left processes behind`)
  })
  let output = ''
  boot.stdout.on('data', chunk => (output += chunk))
  boot.stderr.on('data', chunk => (output += chunk))
  const init = () => {
    const unshare = /^(\d+)\n/.exec(output)?.[1]
    const file = `/proc/${unshare}/task/${unshare}/children`
    return unshare && existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  }
  const isBooted = () => spawnSync('nsenter', [...enter(init()), ...state], { encoding: 'utf8' })
  await eventually(() => init() !== '' && isBooted().stdout.trim() === 'running', 30)
  const machine = openMachine(init())
  const { code, stderr } = await machine.run(installPackages)
  if (code !== 0) throw new Error(`The packages of the machine: ${stderr}`)
  return machine
}

const state = ['systemctl', 'is-system-running']
const enter = (pid: string) => [`--target=${pid}`, '--all', '--']

/** Commands that do what the packages of Debian do when they are installed, and add a user. */
const installPackages = `
  useradd --create-home --shell /bin/bash alice
  useradd --system --user-group --home-dir /var/lib/postgresql --shell /bin/bash postgres
  useradd --system --user-group --create-home --home-dir /var/lib/caddy caddy
  install -d -o postgres -g postgres /var/lib/postgresql /var/log/postgresql /etc/postgresql
  install -d -m 2775 -o postgres -g postgres /run/postgresql
  version=$(ls /usr/lib/postgresql | sort -n | tail -1)
  pg_createcluster --locale C.UTF-8 "$version" main -- --no-sync >&2
  systemctl start "postgresql@$version-main"
  printf '%s\\n' '#!/bin/sh' 'set -e; [ "$1" = install ]; command -v "$2"; systemctl start "$2"' \\
    > /usr/local/bin/apt-get
  chmod 755 /usr/local/bin/apt-get`

function openMachine(pid: string): Machine {
  const path = (file: string) => join(`/proc/${pid}/root`, file)
  const start: Machine['start'] = (commands, { user = 'root', cwd, input = '' } = {}) => {
    const home = user === 'root' ? '/root' : `/home/${user}`
    const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups']
    const variables = [`HOME=${home}`, `USER=${user}`, `LOGNAME=${user}`, `PATH=${searchPath}`]
    const shell = ['bash', '--norc', '-euo', 'pipefail', '-c', commands]
    const inFolder = ['env', '-i', `--chdir=${cwd ?? home}`, ...variables, ...shell]
    const args = [...enter(pid), ...asUser, ...inFolder]
    const child = spawn('nsenter', args, { detached: true, env: { PATH: searchPath } })
    // A command may end without reading.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const interrupt = () => {
      for (const pid of listDescendants(String(child.pid))) process.kill(Number(pid), 'SIGINT')
    }
    return { interrupt, ended: collect(child) }
  }
  return {
    run: (commands, options) => start(commands, options).ended,
    start,
    path,
    writeFile(file, text) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), text)
    },
  }
}

function listDescendants(pid: string): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children.split(/\s+/).flatMap(child => (child ? [child, ...listDescendants(child)] : []))
}

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

async function collect(child: ChildProcess): Promise<Ran> {
  const ran = { stdout: '', stderr: '' }
  child.stdout!.on('data', chunk => (ran.stdout += chunk))
  child.stderr!.on('data', chunk => (ran.stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, ...ran }
}
