/** Connected partner as returned to an agency: contract/resources.md §8.6. */
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  listOf,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import type { Grant } from '../grants/grant.ts'
import type { Partner } from '../partners/partner.ts'

const accessLevel = oneOf(['READ', 'READ_WRITE'])

const partnerGrant = shape('PartnerGrant', {
  objectUid: uid(),
  objectType: oneOf(['PROPERTY', 'HOTEL']),
  access: accessLevel,
  personalData: bool(),
  createdUtcDateTime: utcDateTime(),
})

export const grantResponse = Type.Object({ grant: partnerGrant })

/** Body of `PUT /partners/{partnerUid}/grants/{objectUid}`. */
export const grantInputSchema = shape('PartnerGrantInput', {
  access: accessLevel,
  personalData: Type.Optional(nullable(bool())),
})

export const connectedPartnerSchema = shape('ConnectedPartner', {
  uid: uid(),
  name: text(),
  kind: oneOf(['INTEGRATION', 'CHANNEL']),
  channel: nullable(text()),
  lastUsedUtcDateTime: nullable(utcDateTime()),
  grants: listOf(partnerGrant, 100_000),
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
    grants: grants.map(presentGrant),
  }
}

export function presentGrant(grant: Grant) {
  return {
    objectUid: grant.object_uid,
    objectType: grant.object_type,
    access: grant.access,
    personalData: grant.personal_data,
    createdUtcDateTime: utcText(grant.created_at),
  }
}
