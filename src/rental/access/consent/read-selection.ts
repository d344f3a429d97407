import type { WantedGrant } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'

/**
 * What the form of the consent page chooses of an agency's properties and hotels. Of a hotel that
 * is chosen as a whole, its unit types need no grants of their own.
 */
export function readSelection(form: URLSearchParams, grantables: Grantable[]): WantedGrant[] {
  const ticked = new Set(form.getAll('object'))
  const isAll = form.get('all') === 'yes'
  const access = form.get('access') === 'READ' ? 'READ' : 'READ_WRITE'
  const personalData = form.get('personalData') === 'yes'
  const isChosen = ({ uid, hotel_uid }: Grantable) =>
    ticked.has(uid) || (isAll && hotel_uid === null)
  const chosen = grantables.filter(isChosen)
  const whole = new Set(chosen.map(({ uid }) => uid))
  return chosen
    .filter(({ hotel_uid }) => hotel_uid === null || !whole.has(hotel_uid))
    .map(({ uid }) => ({ objectUid: uid, access, personalData }))
}
