import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { OwnersTable, PropertyOwnershipsTable } from '../../tables.ts'

export type PropertyOwnership = Selectable<PropertyOwnershipsTable>

/** The settings of an ownership. */
export type OwnershipSettings = Pick<
  PropertyOwnership,
  'copy_owner_when_booking_confirmed' | 'collect_and_remit_taxes' | 'owner_notes'
>

/** The settings of a new ownership. */
export const initialSettings: OwnershipSettings = {
  copy_owner_when_booking_confirmed: false,
  collect_and_remit_taxes: false,
  owner_notes: null,
}

/** Who owns a property, with what the answers show of the owner. */
export type OwnedBy = PropertyOwnership &
  Pick<Selectable<OwnersTable>, 'email' | 'first_name' | 'last_name'>

interface Named {
  agency_uid: string
  uid: string
}

/** Who owns a property, if somebody does. */
export async function findOwnership(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Named,
): Promise<OwnedBy | undefined> {
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

/** Stores the ownership of a property in place of one before. */
export async function storeOwnership(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Named,
  owned: OwnershipSettings & Pick<PropertyOwnership, 'owner_uid' | 'since'>,
): Promise<void> {
  await db
    .insertInto('property_ownerships')
    .values({ agency_uid, property_uid: uid, ...owned })
    .onConflict(conflict => conflict.columns(['agency_uid', 'property_uid']).doUpdateSet(owned))
    .execute()
}

/** Takes its owner from a property, or only a certain one; undefined when it has none such. */
export async function removeOwnership(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Named,
  ownerUid?: string,
): Promise<PropertyOwnership | undefined> {
  const remove = db
    .deleteFrom('property_ownerships')
    .where('agency_uid', '=', agency_uid)
    .where('property_uid', '=', uid)
  const ofOwner = ownerUid === undefined ? remove : remove.where('owner_uid', '=', ownerUid)
  return ofOwner.returningAll().executeTakeFirst()
}

/** Takes all properties from an owner, and gives the uids of those that are not deleted. */
export async function removeOwnershipsOf(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Named,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    with gone as (
      delete from property_ownerships where agency_uid = ${agency_uid} and owner_uid = ${uid}
      returning property_uid)
    select p.uid from properties p join gone on gone.property_uid = p.uid
    where p.agency_uid = ${agency_uid} and p.deleted_at is null order by p.uid`.execute(db)
  return rows.map(row => row.uid)
}
