import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { addSettings, readSettingsFile } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'lodgepole-settings-'))
after(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const system = write('system', 'PORT=1')
const local = write('local', 'PORT=2')
const missing = join(folder, 'missing')

const read = (
  envFile: string | undefined,
  standardFiles: string[] = [],
  env: Record<string, string> = {},
) => readSettingsFile({ env, envFile, standardFiles })

describe('the settings file', () => {
  it('is the named one, else the first standard one that exists', () => {
    assert.equal(read(local, [system])!.settings.PORT, '2')
    assert.equal(read(undefined, [system, local])!.settings.PORT, '1')
    assert.equal(read(undefined, [missing, local])!.settings.PORT, '2')
    assert.equal(read(undefined, [missing]), null)
    assert.equal(read(undefined, [system], { LODGEPOLE_ENV_FILE: local })!.path, local)
    assert.equal(read(system, [], { LODGEPOLE_ENV_FILE: local })!.path, system)
  })

  it('is none if its name is empty', () => {
    assert.equal(read('', [system]), null)
    assert.equal(read(undefined, [system], { LODGEPOLE_ENV_FILE: '' }), null)
  })

  it('is required if it is named', () => {
    assert.throws(() => read(missing), { message: new RegExp(`no settings file ${missing}`) })
  })

  it('is an error if it exists and cannot be read', () => {
    const path = join(folder, 'folder')
    mkdirSync(path)
    for (const source of [() => read(path), () => read(undefined, [path, local])]) {
      assert.throws(source, { message: `The settings file ${path} cannot be read: it is a folder` })
    }
  })

  it('warns if other users may read it, or its group may change it', () => {
    for (const mode of [0o604, 0o644, 0o620]) {
      const path = write(`mode-${mode}`, '', mode)
      assert.match(read(path)!.warning!, new RegExp(`chmod 600 ${path}$`))
    }
    for (const mode of [0o600, 0o400, 0o640]) {
      assert.equal(read(write(`mode-${mode}`, '', mode))!.warning, null)
    }
  })

  it('does not replace variables of the environment, even empty ones', () => {
    const env = { PORT: '3', HOST: '' }
    addSettings(env, { PORT: '1', HOST: '::', SMTP_URL: 'smtp://x' })
    assert.deepEqual(env, { PORT: '3', HOST: '', SMTP_URL: 'smtp://x' })
  })
})

describe('a line of the settings file', () => {
  it('assigns a value, with or without quotes, export and comment', () => {
    const text = `\uFEFF# comment\r\n\r\nPORT=1\r\n export HOST = '::' # all\nA="#b c"\nB=\nC=d # e#f`
    assert.deepEqual(
      { ...read(write('lines', text))!.settings },
      { PORT: '1', HOST: '::', A: '#b c', B: '', C: 'd' },
    )
  })

  const faults: [line: string, fault: string][] = [
    ['PORT', 'it is not of the form NAME=value'],
    ['PORT: 3000', 'it is not of the form NAME=value'],
    ['=secret', 'it is not of the form NAME=value'],
    ['A-B=secret', 'it is not of the form NAME=value'],
    ['\0\x01\x02', 'it is not of the form NAME=value'],
    ['SMTP_URL=smtp://u:secret#1@h', 'a value with # must be in quotes'],
    ['A="secret', 'the closing " is missing'],
    ["A='secret' more", "only a comment may follow the '"],
  ]
  for (const [line, fault] of faults) {
    it(`is refused with its number, and not quoted: ${JSON.stringify(line)}`, () => {
      const path = write('fault', `PORT=1\n\n${line}\n`)
      assert.throws(() => read(path), { message: `${path}, line 3: ${fault}` })
    })
  }
})
