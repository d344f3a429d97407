/**
 * Search matches different spellings of a text: contract/resources.md §11.2, contract/leads.md §7.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import { startServer } from '../../../../test/support/server.ts'
import { rowAs } from '../../../platform/graphql/fields.ts'
import {
  agencySearchWord,
  leadSearchVector,
  prefixQuery,
} from '../../leads/leads/lead-search-vector.sql.ts'

const server = await startServer()

async function makeCase() {
  const it = await makeEventCase(server)
  const { made: created, agencyUid } = it
  const book = async (guest: object) =>
    (await it.create('NEW', { guestInformation: { adultCount: 1, ...guest } })).lead.uid as string
  const search = async (query: string) => {
    const path = `/search?agencyUid=${agencyUid}&query=${encodeURIComponent(query)}&types=LEAD`
    return (await created('GET', path)).results.map(({ uid }: { uid: string }) => uid)
  }
  const list = async (query: string, path = '/leads', name = 'leads') => {
    const url = `${path}?agencyUid=${agencyUid}&query=${encodeURIComponent(query)}`
    return (await created('GET', url))[name].map(({ uid }: { uid: string }) => uid)
  }
  return { ...it, book, search, list }
}

describe('the search for a name', () => {
  it('matches with and without accents, in every list', async () => {
    const { book, search, list } = await makeCase()
    for (const [name, ...queries] of [
      ['Müller', 'Muller', 'MÜLLER', 'mu\u0308ller', 'müller '],
      ['Strauß', 'Strauss', 'strauß', 'STRAUSS'],
      ['Ørsted', 'Orsted', 'ørsted'],
      ['Łukasz', 'lukasz'],
      ['Noe\u0308lle', 'Noëlle', 'noelle'],
    ]) {
      const uid = await book({ firstName: 'Zed', lastName: name })
      for (const query of [name!, ...queries]) {
        assert.deepEqual(await search(query), [uid], `search ${query}`)
        assert.deepEqual(await list(query), [uid], `leads ${query}`)
      }
    }
  })

  it('matches names in reverse order', async () => {
    const { book, search, list, made: created, agencyUid } = await makeCase()
    const uid = await book({ firstName: 'Ada', lastName: 'Byron' })
    for (const query of ['Ada Byron', 'Byron Ada', 'byron  ada']) {
      assert.deepEqual([await search(query), await list(query)], [[uid], [uid]], query)
    }
    const body = { agencyUid, firstName: 'Zoë', lastName: 'Reed', email: 'z@owner.example' }
    const { owner } = await created('POST', '/owners', body)
    for (const query of ['Reed Zoe', 'zoë reed']) {
      assert.deepEqual(await list(query, '/owners', 'owners'), [owner.uid], query)
    }
    for (const query of ['Ada Byron', 'Byron Ada']) {
      assert.equal((await list(query, '/guests', 'guests')).length, 1, query)
    }
  })

  it('matches properties and guests without accents', async () => {
    const { made: created, list, propertyUid, book, agencyUid } = await makeCase()
    await created('PATCH', `/properties/${propertyUid}`, { name: 'Château Été' })
    assert.deepEqual(await list('chateau ete', '/properties', 'properties'), [propertyUid])
    await book({ firstName: 'Zoë', lastName: 'Ångström', email: `${agencyUid}@mail.example` })
    assert.equal((await list('angstrom', '/guests', 'guests')).length, 1)
  })
})

describe('the search for a phone number', () => {
  it('matches the national and the international format', async () => {
    const { book, search, list } = await makeCase()
    const one = await book({ firstName: 'Ada', phoneNumber: '+44 20 7946 0000' })
    const two = await book({ firstName: 'Bo', phoneNumber: '+44 (0)20 7946 1111' })
    const three = await book({ firstName: 'Cy', cellPhoneNumber: '00353 86 123 4567' })
    for (const [query, uid] of [
      ['020 7946 0000', one],
      ['+44 20 7946 0000', one],
      ['+44 (0)20 7946 0000', one],
      ['+44 20 7946 1111', two],
      ['020 7946 1111', two],
      ['086 123', three],
      ['+353 86 123 4567', three],
    ] as const) {
      assert.deepEqual(await search(query), [uid], `search ${query}`)
      assert.deepEqual(await list(query), [uid], `leads ${query}`)
    }
  })
})

describe('guest matching', () => {
  it('recognises a number with the national zero in brackets', async () => {
    const { book, made: created, agencyUid } = await makeCase()
    await book({ firstName: 'Ada', phoneNumber: '+44 20 7946 0000' })
    await book({ firstName: 'Ada', phoneNumber: '+44 (0)20 7946 0000' })
    const { guests } = await created('GET', `/guests?agencyUid=${agencyUid}`)
    assert.equal(guests.length, 1)
  })
})

describe('texts that were stored before', () => {
  it('are converted to the form that queries use', async () => {
    const { book, list, made: created } = await makeCase()
    const [uid, other] = [await book({ lastName: 'One' }), await book({ lastName: 'Two' })]
    const { kysely } = server.database
    const columns = {
      ...{ first_name: ' Zoe\u0308', last_name: 'van\u00a0 der\tBerg ' },
      external_booking_id: 'HM1 ',
    }
    await kysely.updateTable('leads').set(columns).where('uid', '=', uid).execute()
    const before = await created('GET', `/leads/${other}`)
    const migration = await readFile('migrations/0040-leads.sql', 'utf8')
    for (const statement of migration.split(/;\n/).filter(text => text.trim() !== '')) {
      await sql.raw(statement).execute(kysely)
    }
    const { lead } = await created('GET', `/leads/${uid}`)
    const { firstName, lastName } = lead.guestInformation
    assert.deepEqual(
      [firstName, lastName, lead.externalBookingId],
      ['Zo\u00eb', 'van der Berg', 'HM1'],
    )
    assert.deepEqual(await list('Zoe van der Berg'), [uid])
    assert.deepEqual(await created('GET', `/leads/${other}`), before, 'others are as they were')
  })
})

describe('the index of words', () => {
  it('finds the few matching leads among many', async () => {
    const { book, agencyUid } = await makeCase()
    const uid = await book({ firstName: 'Ada', lastName: 'Müller' })
    const { kysely } = server.database
    await kysely.transaction().execute(async db => {
      await sql`insert into leads select (jsonb_populate_record(l, jsonb_build_object(
          'uid', gen_random_uuid(), 'last_name', 'Name' || n))).*
        from leads l, generate_series(1, 3000) n
        where l.agency_uid = ${agencyUid} and l.uid = ${uid}`.execute(db)
      await sql`analyze leads`.execute(db)
      const query = `'${agencySearchWord(agencyUid)}' & ${prefixQuery('muller')}`
      const { rows } = await sql<Record<string, string>>`explain select l.uid from leads l
        where l.agency_uid = ${agencyUid} and l.deleted_at is null
          and ${leadSearchVector(rowAs('l'))} @@ to_tsquery('simple', ${query})`.execute(db)
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      assert.match(plan, /leads_by_folded_words/)
    })
  })

  it('uses the same expression as the queries', async () => {
    const defined = async (name: string, db: typeof server.database.kysely) => {
      const { rows } = await sql<{ text: string }>`select
        pg_get_indexdef(${name}::regclass, 1, false) as text`.execute(db)
      return rows[0]!.text
    }
    const undo = new Error('Undo')
    const { kysely } = server.database
    const comparing = kysely.transaction().execute(async db => {
      const searchVector = leadSearchVector(rowAs('leads'))
      await sql`create index probed on leads using gin (${searchVector})`.execute(db)
      assert.equal(await defined('leads_by_folded_words', db), await defined('probed', db))
      throw undo
    })
    await assert.rejects(comparing, undo)
  })
})
