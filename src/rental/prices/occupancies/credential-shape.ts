/** Actor of a change in histories: docs/decisions/0009-lead-action-locking.md. */
import { named, nullable, oneOf, shape, uid } from '../../../platform/rest/fields.ts'
import { type Caller, credentialKinds } from '../../access/agencies/caller.ts'

export const actingCredential = shape('ActingCredential', {
  kind: named('CredentialKind', oneOf(credentialKinds)),
  uid: nullable(uid()),
})

/** What is kept of a credential, as a caller is told it: a partner knows its own only. */
export function presentCredential(
  caller: Caller,
  { credential_kind: kind, credential_uid: uid }: Kept,
) {
  const isOwn = caller.kind === 'agency' || uid === caller.credential.uid
  return { kind, uid: isOwn ? uid : null }
}

interface Kept {
  credential_kind: string
  credential_uid: string | null
}
