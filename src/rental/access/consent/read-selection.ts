import { type Access, type Grant, type GrantInput, toGrantInput } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'

/**
 * Reads the selected properties and hotels from the consent form. Unit types of a selected hotel
 * get no grants of their own. If the manager keeps the access unchanged, new objects get the
 * lowest access.
 */
export function readSelection(
  form: URLSearchParams,
  grantables: Grantable[],
  currentGrants: Grant[],
): GrantInput[] {
  const selected = new Set(form.getAll('object'))
  const selectsAll = form.get('all') === 'yes'
  const currentByObject = new Map(
    currentGrants.map(grant => [grant.object_uid, toGrantInput(grant)]),
  )
  const [accessChoice, personalChoice] = [form.get('access'), form.get('personalData')]
  const accessTo = (uid: string): Access => {
    if (accessChoice === 'KEEP') return currentByObject.get(uid)?.access ?? 'READ'
    return accessChoice === 'READ' ? 'READ' : 'READ_WRITE'
  }
  const seesPersonalData = (uid: string) =>
    personalChoice === 'KEEP'
      ? (currentByObject.get(uid)?.personalData ?? false)
      : personalChoice === 'yes'
  const isSelected = ({ uid, hotel_uid }: Grantable) =>
    selected.has(uid) || (selectsAll && hotel_uid === null)
  const selectedObjects = grantables.filter(isSelected)
  const selectedUids = new Set(selectedObjects.map(({ uid }) => uid))
  return selectedObjects
    .filter(({ hotel_uid }) => hotel_uid === null || !selectedUids.has(hotel_uid))
    .map(({ uid }) => ({
      objectUid: uid,
      access: accessTo(uid),
      personalData: seesPersonalData(uid),
    }))
}
