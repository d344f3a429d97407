/** Migrations do not block writes: docs/decisions/0119-online-migrations.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  listMigrations,
  parseMigration,
  readMigration,
} from '../../src/platform/db/migrations/migration-files.ts'
import { listFaults } from './migration-rules.ts'

/** Last migration before the rules. */
const lastBefore = '0047-names.sql'

const blocking = (sql: string) => listFaults(parseMigration('0099-moons.sql', sql))

describe('a migration after 0047', () => {
  it('does not block writes to large tables', async () => {
    const names = (await listMigrations()).filter(name => name > lastBefore)
    const migrations = await Promise.all(names.map(readMigration))
    assert.deepEqual(migrations.flatMap(listFaults), [])
  })

  for (const [sql, advice] of [
    ['create index leads_by_moon on leads (moon);', /create index concurrently if not exists/],
    ['create unique index concurrently one on leads (moon);', /below the line "-- online: …"/],
    ['alter table leads add check (moon > 0);', /"not valid"/],
    ['alter table leads add column moon integer check (moon > 0);', /add the constraint by itself/],
    ['alter table leads add foreign key (moon) references moons;', /validate constraint/],
    ['alter table leads add column moon uuid references moons;', /"not valid"/],
    ['alter table leads add constraint a exclude using gist (moon with =);', /decisions\/0088/],
    ['alter table leads add constraint a unique (moon);', /built concurrently/],
    ['alter table leads alter column moon type bigint;', /add a column, write both/],
    ['alter table leads alter moon set not null;', /is not null/],
    ['alter table leads add column moon uuid default gen_random_uuid();', /without a default/],
    ['update leads set moon = 1;', /with batch as/],
    ['delete from leads\n  where moon = 1;', /with batch as/],
    ['insert into moons (uid)\n  select uid from leads;', /with batch as/],
    ['-- online: now\ncreate index if not exists a on leads (moon);', /is no statement/],
    ['-- online: now\nupdate leads set moon = 1;', /is no statement/],
    ['-- online: now\nalter table leads alter moon set not null;', /is no statement/],
  ] as const) {
    it(`is refused with: ${sql.replaceAll('\n', ' ')}`, () => {
      const [text = '', ...others] = blocking(sql)
      assert.match(text, advice)
      assert.deepEqual(others, [])
    })
  }

  it('may have what does not block writes', () => {
    const sql = `
      create table moons (uid uuid primary key, agency_uid uuid references agencies);
      create index moons_of_agency on moons (agency_uid); -- a table of this file
      alter table agency_settings add column moon integer not null default 1 check (moon > 0);
      update agency_settings set moon = 2;
      alter table leads add column moon integer not null default 0, add column is_new boolean;
      alter table leads add constraint has_moon check (moon >= 0) not valid;
      alter table leads add constraint is_known check (is_new is not null) not valid;
      alter table leads add column is_old boolean not null default true;
      alter table leads add constraint a exclude using gist (moon with =) where (not is_old);
      drop index leads_newest;
      -- online: one statement at a time
      alter table leads validate constraint has_moon;
      create index concurrently if not exists leads_by_moon on leads (agency_uid, moon);
      drop index concurrently if exists leads_updated;
      alter index if exists leads_by_moon_new rename to leads_by_moon;
      with batch as (select agency_uid, uid from leads)
      update leads l set is_new = true from batch b where l.agency_uid = b.agency_uid;
      alter table leads validate constraint is_known;
      alter table leads alter is_new set not null;
      alter table leads drop constraint if exists is_known;`
    assert.deepEqual(blocking(sql.replaceAll(/^ {6}/gm, '')), [])
  })
})

describe('the migrations since 0.1.0', () => {
  it('have online parts of the same statements', async () => {
    const names = (await listMigrations()).filter(name => name > '0011-requests.sql')
    const migrations = await Promise.all(names.map(readMigration))
    const online = migrations.map(one => ({ ...one, transactional: '' }))
    assert.deepEqual(online.flatMap(listFaults), [])
    assert.ok(migrations.some(one => one.online.length > 5))
  })
})
