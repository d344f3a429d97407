/**
 * Columns encrypted with the operator's keys, except replies stored for an Idempotency-Key
 * (contract/events.md §7.5). A test compares the list with the schema.
 */
import type { EncryptedColumns } from '../platform/crypto/re-encrypt.ts'
import { userinfoContext } from './distribution/icals/ical-address.ts'
import { webhookContext } from './events/webhook-secrets/webhook-secrets.ts'
import { passportContext } from './leads/leads/passport-encryption.ts'
import { fingerprintColumn, pinCodeContext } from './operations/pin-codes/encrypted-opening.ts'

const secretColumns = { sealed: 'sealed', keyId: 'key_id' }
const userinfoColumns = { sealed: 'userinfo_sealed', keyId: 'userinfo_key_id' }

export const encryptedColumns: EncryptedColumns[] = [
  {
    table: 'webhooks',
    key: ['uid'],
    ...userinfoColumns,
    contextOf: column => webhookContext.userinfo(column('uid')),
  },
  {
    table: 'webhook_secrets',
    key: ['webhook_uid', 'uid'],
    ...secretColumns,
    contextOf: column => webhookContext.secret(column('webhook_uid'), column('uid')),
  },
  {
    table: 'deliveries',
    key: ['agency_uid', 'uid'],
    with: ['replay_uid'],
    ...userinfoColumns,
    contextOf: column => webhookContext.replayUserinfo(column('replay_uid')),
  },
  {
    table: 'icals',
    key: ['agency_uid', 'uid'],
    ...userinfoColumns,
    contextOf: column => userinfoContext(column('uid')),
  },
  {
    table: 'leads',
    key: ['agency_uid', 'uid'],
    sealed: 'passport_sealed',
    keyId: 'passport_key_id',
    contextOf: column => passportContext({ uid: column('uid') }),
  },
  {
    table: 'pin_codes',
    key: ['agency_uid', 'uid'],
    with: ['property_uid'],
    ...secretColumns,
    contextOf: column => pinCodeContext({ uid: column('uid') }),
    derivedColumns: (cipher, column, plaintext) =>
      fingerprintColumn(cipher, { property_uid: column('property_uid') }, JSON.parse(plaintext)),
  },
]
