import { SigningKeys } from '../../../src/platform/crypto/signing-keys.ts'
import { issueToken } from '../../../src/rental/access/partners/access-tokens.ts'
import { openDatabase } from '../../../src/server/database.ts'
import { query } from '../../../test/support/postgres.ts'

/**
 * Creates partners with grants of every property of an agency, including guests' data.
 *
 * @returns headers with an access token of each partner
 */
export async function makePartners(
  url: string,
  agencyUid: string,
  count: number,
  secretKey: string,
): Promise<Record<string, string>[]> {
  await query(
    url,
    `insert into partners (partner_uid, name, kind, client_id, created_at)
      select bench_rows.uid('partner', n), 'Partner ' || n, 'INTEGRATION', 'client-' || n, now()
      from generate_series(1, ${count}) n;
    insert into grants (agency_uid, partner_uid, object_uid, object_type, access, personal_data,
      created_at)
      select agency_uid, bench_rows.uid('partner', n), uid, 'PROPERTY', 'READ_WRITE', true, now()
      from properties, generate_series(1, ${count}) n where agency_uid = '${agencyUid}'`,
  )
  const partners = await query(url, 'select partner_uid from partners order by 1')
  const signing = new SigningKeys([Buffer.from(secretKey, 'base64')])
  const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
  try {
    const headers: Record<string, string>[] = []
    for (const { partner_uid } of partners) {
      const grantee = { partnerUid: String(partner_uid), agencyUid }
      const { accessToken } = await issueToken(database.kysely, grantee, signing, new Date())
      headers.push({ authorization: `Bearer ${accessToken}` })
    }
    return headers
  } finally {
    await database.close()
  }
}

/** Occupies four nights a week of every property of an agency for some months. */
export async function occupyNights(url: string, agencyUid: string): Promise<void> {
  await query(
    url,
    `insert into occupancies (agency_uid, unit_uid, lead_uid, occupied, turnover_nights)
    select u.agency_uid, u.uid, l.uid, daterange(current_date + n * 7, current_date + n * 7 + 4), 1
    from units u
    join lateral (select uid, (row_number() over (order by uid))::int as n from leads
      where agency_uid = u.agency_uid and property_uid = u.property_uid limit 40) l on true
    where u.agency_uid = '${agencyUid}'
      and not exists (select 1 from occupancies o where o.unit_uid = u.uid)`,
  )
}
