import { type Lookup, withVersions } from '../../../platform/db/marks/marks-of.ts'

/** What is known of a key that was sent. */
export interface KnownKey {
  kind: 'agency' | 'partner'
  /** The key's uid, or the partner's. */
  uid: string
  agencyUid: string | null
  readOnly: boolean
  /** True: unknown query parameters are refused. */
  isStrict: boolean
  limitPerHour: number | null
  /** Of the operations that it may be used for; null: of all. */
  tags: string[] | null
  expiresAt: Date | null
  revokedAt: Date | null
  /** When it ends or ended because the key got another secret; null: it is the present one. */
  replacedAt: Date | null
  /** Of its agency; null: of a partner's key, or not known. */
  marks: string | null
}

const columns = `'agency', k.uid, k.agency_uid, k.read_only, k.is_strict, k.rate_limit_per_hour,
  k.tags, k.expires_at, k.revoked_at`

const findByHash = withVersions(
  'find_key',
  versions => `
    select ${columns}, null::timestamptz, ${versions('k.agency_uid')}
    from api_keys k where k.key_hash = $1
    union all
    select ${columns}, f.ends_at, ${versions('k.agency_uid')}
    from former_keys f join api_keys k on k.uid = f.key_uid where f.key_hash = $1
    union all
    select 'partner', partner_uid, null, false, false, rate_limit_per_hour,
      null, null, null, null, null
    from partners where key_hash = $1`,
)

const findInAgency = withVersions(
  'find_key_in',
  versions => `
    select ${columns}, null::timestamptz, ${versions('$2::uuid')}
    from api_keys k where k.key_hash = $1 and k.agency_uid = $2::uuid
    union all
    select ${columns}, f.ends_at, ${versions('$2::uuid')}
    from former_keys f join api_keys k on k.uid = f.key_uid and k.agency_uid = $2::uuid
    where f.key_hash = $1 and f.agency_uid = $2::uuid`,
)

/** Looks a key up before its agency is known; at most one row, be it live or not any more. */
export async function findKeyUnscoped(lookup: Lookup, hash: Buffer): Promise<KnownKey | null> {
  const [row] = await lookup.find(findByHash, [hash], row => row[2] as string | null)
  return row ? knownKey(row) : null
}

/** Looks a key up in its agency. */
export async function findKeyIn(
  lookup: Lookup,
  hash: Buffer,
  agencyUid: string,
): Promise<KnownKey | null> {
  const [row] = await lookup.find(findInAgency, [hash, agencyUid], agencyUid)
  return row ? knownKey(row) : null
}

/** A row of a statement that finds a key. */
function knownKey(row: unknown[]): KnownKey {
  const [kind, uid, agencyUid, readOnly, isStrict, limitPerHour, tags, ...rest] = row as [
    KnownKey['kind'],
    string,
    string | null,
    boolean,
    boolean,
    number | null,
    string[] | null,
    Date | null,
    Date | null,
    Date | null,
    string | null,
  ]
  const [expiresAt, revokedAt, replacedAt, marks] = rest
  const lives = { expiresAt, revokedAt, replacedAt }
  return { kind, uid, agencyUid, readOnly, isStrict, limitPerHour, tags, ...lives, marks }
}
