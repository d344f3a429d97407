import {
  type VersionedLookup,
  withVersions,
} from '../../../platform/db/cache-tags/read-versions.ts'
import type { Row, Run } from '../../../platform/db/statements.ts'
import { isDisabledAgency } from '../agency-states/agency-state.sql.ts'

/** A stored key, found by its hash. */
export interface StoredKey {
  kind: 'agency' | 'partner'
  /** Uid of the key, or of the partner. */
  uid: string
  agencyUid: string | null
  readOnly: boolean
  /** True if requests with unknown query parameters are rejected. */
  isStrict: boolean
  limitPerHour: number | null
  /** Tags of the operations that the key may call. Null for all. */
  tags: string[] | null
  expiresAt: Date | null
  revokedAt: Date | null
  /** Expiry of a secret that was rotated. Null for the current secret. */
  replacedAt: Date | null
  /** True if the agency is disabled. */
  isDisabled: boolean
  /** Tag versions of the agency. Null for partner keys, or if unknown. */
  versions: string | null
}

/** Columns of {@link StoredKey}, up to `revokedAt`, after the state of the agency. */
const keyColumns = `${isDisabledAgency('k.agency_uid')},
  'agency', k.uid, k.agency_uid, k.read_only, k.is_strict, k.rate_limit_per_hour,
  k.tags, k.expires_at, k.revoked_at`

const keyByHash = withVersions(
  'find_key',
  versions => `
    select ${keyColumns}, null::timestamptz, ${versions('k.agency_uid')}
    from api_keys k where k.key_hash = $1
    union all
    select ${keyColumns}, f.ends_at, ${versions('k.agency_uid')}
    from former_keys f join api_keys k on k.uid = f.key_uid where f.key_hash = $1
    union all
    select false, 'partner', partner_uid, null, false, false, rate_limit_per_hour,
      null, null, null, null, null
    from partners where key_hash = $1`,
)

const keyInAgency = withVersions(
  'find_key_in',
  versions => `
    select ${keyColumns}, null::timestamptz, ${versions('$2::uuid')}
    from api_keys k where k.key_hash = $1 and k.agency_uid = $2::uuid
    union all
    select ${keyColumns}, f.ends_at, ${versions('$2::uuid')}
    from former_keys f join api_keys k on k.uid = f.key_uid and k.agency_uid = $2::uuid
    where f.key_hash = $1 and f.agency_uid = $2::uuid`,
)

/** Finds an active, expired or revoked key in all agencies. */
export async function findKeyUnscoped(
  lookup: VersionedLookup,
  hash: Buffer,
): Promise<StoredKey | null> {
  const readAgencyUid = (row: Row) => row[3] as string | null
  return parseKeyRows(await lookup.find(keyByHash, [hash], readAgencyUid))
}

/** Returns the statement of {@link findKeyInAgency} and its values, for an atomic lookup. */
export function findKeyQuery({ hasVersions }: VersionedLookup, hash: Buffer, agencyUid: string) {
  const statement = hasVersions ? keyInAgency.versioned : keyInAgency.bare
  return [statement, [hash, agencyUid]] satisfies Parameters<Run>
}

export async function findKeyInAgency(
  lookup: VersionedLookup,
  hash: Buffer,
  agencyUid: string,
): Promise<StoredKey | null> {
  return parseKeyRows(await lookup.find(keyInAgency, [hash, agencyUid], agencyUid))
}

/** Converts the rows of a key lookup. Returns null if there are none. */
export function parseKeyRows([row]: Row[]): StoredKey | null {
  return row ? parseKeyRow(row) : null
}

function parseKeyRow(row: Row): StoredKey {
  const [isDisabled, kind, uid, agencyUid, readOnly, isStrict, limitPerHour, tags, ...times] =
    row as [
      boolean,
      StoredKey['kind'],
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
  const [expiresAt, revokedAt, replacedAt, versions] = times
  return {
    kind,
    uid,
    agencyUid,
    readOnly,
    isStrict,
    limitPerHour,
    tags,
    expiresAt,
    revokedAt,
    replacedAt,
    isDisabled,
    versions,
  }
}
