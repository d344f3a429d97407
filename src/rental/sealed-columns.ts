/**
 * Every column that keeps something sealed by the operator's keys, beside the replies that are kept
 * under an Idempotency-Key (contract/events.md §7.5). A test holds the list against the schema.
 */
import type { SealedColumns } from '../platform/keys/reseal.ts'
import { placeOfUserinfo } from './around/icals/ical-address.ts'
import { fingerprintColumn, placeOfPinCode } from './around/pin-codes/sealed-opening.ts'
import { sealedPlace } from './events/webhook-secrets/sealed-place.ts'
import { placeOfPassport } from './leads/leads/sealed-passport.ts'

const secret = { sealed: 'sealed', keyId: 'key_id' }
const userinfo = { sealed: 'userinfo_sealed', keyId: 'userinfo_key_id' }

export const sealedColumns: SealedColumns[] = [
  {
    table: 'webhooks',
    key: ['uid'],
    ...userinfo,
    placeOf: of => sealedPlace.userinfo(of('uid')),
  },
  {
    table: 'webhook_secrets',
    key: ['webhook_uid', 'uid'],
    ...secret,
    placeOf: of => sealedPlace.secret(of('webhook_uid'), of('uid')),
  },
  {
    table: 'deliveries',
    key: ['agency_uid', 'uid'],
    with: ['replay_uid'],
    ...userinfo,
    placeOf: of => sealedPlace.replayUserinfo(of('replay_uid')),
  },
  {
    table: 'icals',
    key: ['agency_uid', 'uid'],
    ...userinfo,
    placeOf: of => placeOfUserinfo(of('uid')),
  },
  {
    table: 'leads',
    key: ['agency_uid', 'uid'],
    sealed: 'passport_sealed',
    keyId: 'passport_key_id',
    placeOf: of => placeOfPassport({ uid: of('uid') }),
  },
  {
    table: 'pin_codes',
    key: ['agency_uid', 'uid'],
    with: ['property_uid'],
    ...secret,
    placeOf: of => placeOfPinCode({ uid: of('uid') }),
    besides: (sealer, of, text) =>
      fingerprintColumn(sealer, { property_uid: of('property_uid') }, JSON.parse(text)),
  },
]
