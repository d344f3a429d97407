/** Actor of a change in histories: docs/decisions/0009-lead-action-locking.md. */
import { named, nullable, oneOf, shape, uid } from '../../../platform/rest/fields.ts'
import { type Caller, credentialKinds } from '../../access/agencies/caller.ts'

export const actorCredential = shape('ActingCredential', {
  kind: named('CredentialKind', oneOf(credentialKinds)),
  uid: nullable(uid()),
})

/** Presents the credential of a change; a partner receives the uid of its own ones only. */
export function presentCredential(
  caller: Caller,
  { credential_kind: kind, credential_uid: uid }: StoredCredential,
) {
  const isOwn = caller.kind === 'agency' || uid === caller.credential.uid
  return { kind, uid: isOwn ? uid : null }
}

interface StoredCredential {
  credential_kind: string
  credential_uid: string | null
}
