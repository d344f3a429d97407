import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { OwnersTable, PropertyOwnershipsTable } from '../../tables.ts'

export type PropertyOwnership = Selectable<PropertyOwnershipsTable>

export type OwnershipSettings = Pick<
  PropertyOwnership,
  'copy_owner_when_booking_confirmed' | 'collect_and_remit_taxes' | 'owner_notes'
>

export const initialSettings: OwnershipSettings = {
  copy_owner_when_booking_confirmed: false,
  collect_and_remit_taxes: false,
  owner_notes: null,
}

/** Ownership of a property, with the name and email address of the owner. */
export type OwnershipWithOwner = PropertyOwnership &
  Pick<Selectable<OwnersTable>, 'email' | 'first_name' | 'last_name'>

interface RowKey {
  agency_uid: string
  uid: string
}

/** Finds the ownership of a property; undefined if it has no owner. */
export async function findOwnership(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: RowKey,
): Promise<OwnershipWithOwner | undefined> {
  return db
    .selectFrom('property_ownerships as w')
    .innerJoin('owners as o', 'o.uid', 'w.owner_uid')
    .selectAll('w')
    .select(['o.email', 'o.first_name', 'o.last_name'])
    .where('w.agency_uid', '=', agency_uid)
    .where('o.agency_uid', '=', agency_uid)
    .where('w.property_uid', '=', uid)
    .executeTakeFirst()
}

export async function storeOwnership(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: RowKey,
  owned: OwnershipSettings & Pick<PropertyOwnership, 'owner_uid' | 'since'>,
): Promise<void> {
  await db
    .insertInto('property_ownerships')
    .values({ agency_uid, property_uid: uid, ...owned })
    .onConflict(conflict => conflict.columns(['agency_uid', 'property_uid']).doUpdateSet(owned))
    .execute()
}

/**
 * Deletes the ownership of a property, or only that of one owner. Returns undefined if there is
 * none.
 */
export async function removeOwnership(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: RowKey,
  ownerUid?: string,
): Promise<PropertyOwnership | undefined> {
  const remove = db
    .deleteFrom('property_ownerships')
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', uid)
  const query = ownerUid === undefined ? remove : remove.where('owner_uid', '=', ownerUid)
  return query.returningAll().executeTakeFirst()
}

/** Deletes all ownerships of an owner. Returns the uids of the properties that are not deleted. */
export async function removeOwnerOwnerships(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: RowKey,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    with deleted as (
      delete from property_ownerships where agency_uid = ${agency_uid} and owner_uid = ${uid}
      returning property_uid)
    select p.uid from properties p join deleted on deleted.property_uid = p.uid
    where p.agency_uid = ${agency_uid} and p.deleted_at is null order by p.uid`.execute(db)
  return rows.map(row => row.uid)
}
