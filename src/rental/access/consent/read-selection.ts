import { type Access, type Grant, kept, type WantedGrant } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'

/**
 * What the form of the consent page chooses of an agency's properties and hotels. Of a hotel that
 * is chosen as a whole, its unit types need no grants of their own. What is to stay as it is at
 * each is the least where there was nothing.
 */
export function readSelection(
  form: URLSearchParams,
  grantables: Grantable[],
  present: Grant[],
): WantedGrant[] {
  const ticked = new Set(form.getAll('object'))
  const isAll = form.get('all') === 'yes'
  const had = new Map(present.map(grant => [grant.object_uid, kept(grant)]))
  const [access, personal] = [form.get('access'), form.get('personalData')]
  const accessTo = (uid: string): Access => {
    if (access === 'KEEP') return had.get(uid)?.access ?? 'READ'
    return access === 'READ' ? 'READ' : 'READ_WRITE'
  }
  const showsPersonal = (uid: string) =>
    personal === 'KEEP' ? (had.get(uid)?.personalData ?? false) : personal === 'yes'
  const isChosen = ({ uid, hotel_uid }: Grantable) =>
    ticked.has(uid) || (isAll && hotel_uid === null)
  const chosen = grantables.filter(isChosen)
  const whole = new Set(chosen.map(({ uid }) => uid))
  return chosen
    .filter(({ hotel_uid }) => hotel_uid === null || !whole.has(hotel_uid))
    .map(({ uid }) => ({
      objectUid: uid,
      access: accessTo(uid),
      personalData: showsPersonal(uid),
    }))
}
