/** Commands about guests, and the erasures that a restore repeats. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openCommands } from '../support/commands.ts'
import { createDatabaseUrl, createEmptyDatabaseUrl } from '../support/database.ts'
import { query } from '../support/postgres.ts'

const { url, folder, run } = await openCommands()
const agencyUid = (await run(['agency', 'create', '--name', 'Pine'])).stdout.trim()

describe('lodgepole guest', () => {
  const uid = '01a20000-0000-7000-8000-000000000001'
  const guest = (...args: string[]) => run(['guest', ...args, '--agency', agencyUid])

  it('export prints the data of a guest, and erase deletes it', async () => {
    await query(
      url,
      `insert into guests (agency_uid, uid, email, email_key, created_at, updated_at)
       values ('${agencyUid}', '${uid}', 'Ada@x.example', 'ada@x.example', now(), now())`,
    )
    const exported = await guest('export', uid)
    assert.equal(JSON.parse(exported.stdout).records.guests[0].email, 'Ada@x.example')
    const { code, stdout } = await guest('erase', uid)
    assert.deepEqual([code, stdout], [0, 'Erased. (guests 1)\n'])
    assert.doesNotMatch((await guest('export', uid)).stdout, /x\.example/)
    const again = await guest('erase', uid)
    assert.deepEqual([again.code, again.stdout], [0, 'Nothing to erase.\n'])
  })

  it('erase is repeated by a restore of a backup from before', async () => {
    const DATABASE_URL = await createDatabaseUrl()
    const BACKUP_FOLDER = join(folder, 'backups')
    const sourceEnv = { DATABASE_URL, BACKUP_FOLDER }
    const created = await run(['agency', 'create', '--name', 'Oak'], sourceEnv)
    const agency = created.stdout.trim()
    const uids = [1, 2, 3].map(n => `01a20000-0000-7000-8000-00000000001${n}`)
    for (const one of uids) {
      await query(
        DATABASE_URL,
        `insert into guests (agency_uid, uid, email, email_key, created_at, updated_at)
         values ('${agency}', '${one}', '${one}@x.example', '${one}@x.example', now(), now())`,
      )
    }
    const erase = (one: string) => run(['guest', 'erase', one, '--agency', agency], sourceEnv)
    const backup = join(BACKUP_FOLDER, 'before')
    assert.equal((await erase(uids[0]!)).code, 0)
    assert.equal((await run(['backup', backup], sourceEnv)).code, 0)
    assert.equal((await erase(uids[1]!)).code, 0)
    const emails = async (url: string) => {
      const rows = await query(url, 'select email from guests order by uid')
      return rows.map(row => Object.values(row as object)[0])
    }
    const restored = async (args: string[], env: object) => {
      const there = { DATABASE_URL: await createEmptyDatabaseUrl(), ...env }
      const { code, stdout, stderr } = await run(['restore', backup, ...args], there)
      assert.equal(code, 0, stderr)
      return { emails: await emails(there.DATABASE_URL), stdout }
    }
    const elsewhere = (n: number) => ({ BACKUP_FOLDER: join(folder, `elsewhere-${n}`) })
    const left = [null, null, `${uids[2]}@x.example`]
    const byList = await restored([], { BACKUP_FOLDER })
    assert.deepEqual(byList.emails, left)
    assert.match(byList.stdout, /Repeated 1 erasures made since/)
    await rm(join(BACKUP_FOLDER, 'erasures.jsonl'))
    const byDatabase = await restored(['--replaces', DATABASE_URL], elsewhere(1))
    assert.deepEqual(byDatabase.emails, left)
    const byNothing = await restored([], elsewhere(2))
    assert.match(byNothing.stdout, /There is no list of erasures at .*erasures\.jsonl/)
  })

  it('reports an unknown guest', async () => {
    const { code, stderr } = await guest('erase', agencyUid)
    assert.equal(code, 1)
    assert.ok(stderr.endsWith(`\nlodgepole: Guest not found: ${agencyUid}\n`), stderr)
  })
})
