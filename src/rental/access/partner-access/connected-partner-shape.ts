/** A partner on the wire, as an agency sees it that let it in: contract/resources.md §8.6. */
import { utcText } from '../../../platform/dates.ts'
import {
  bool,
  listOf,
  nullable,
  oneOf,
  shape,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import type { Grant } from '../grants/grant.ts'
import type { Partner } from '../partners/partner.ts'

export const connectedPartner = shape('ConnectedPartner', {
  uid: uid(),
  name: text(),
  kind: oneOf(['INTEGRATION', 'CHANNEL']),
  channel: nullable(text()),
  lastUsedUtcDateTime: nullable(utcDateTime()),
  grants: listOf(
    shape('PartnerGrant', {
      objectUid: uid(),
      objectType: oneOf(['PROPERTY', 'HOTEL']),
      access: oneOf(['READ', 'READ_WRITE']),
      personalData: bool(),
      createdUtcDateTime: utcDateTime(),
    }),
    100_000,
  ),
})

export function presentConnectedPartner(
  partner: Partner,
  { grants, usedAt }: { grants: Grant[]; usedAt: Date | undefined },
) {
  return {
    uid: partner.partner_uid,
    name: partner.name,
    kind: partner.kind,
    channel: partner.channel,
    lastUsedUtcDateTime: usedAt ? utcText(usedAt) : null,
    grants: grants.map(grant => ({
      objectUid: grant.object_uid,
      objectType: grant.object_type,
      access: grant.access,
      personalData: grant.personal_data,
      createdUtcDateTime: utcText(grant.created_at),
    })),
  }
}
