import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'

interface EmployeeKey {
  agency_uid: string
  uid: string
}

export async function findPicture(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  pictureUid: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('employee_pictures')
    .select('image')
    .where('agency_uid', '=', agencyUid)
    .where('picture_uid', '=', pictureUid)
    .executeTakeFirst()
  return row && Buffer.from(row.image)
}

/** Inserts or replaces the picture of an employee. */
export async function storePicture(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: EmployeeKey,
  picture: { picture_uid: string; image: Buffer },
): Promise<void> {
  await db
    .insertInto('employee_pictures')
    .values({ agency_uid, employee_uid: uid, ...picture })
    .onConflict(conflict => conflict.columns(['agency_uid', 'employee_uid']).doUpdateSet(picture))
    .execute()
}

export async function deletePicture(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: EmployeeKey,
): Promise<void> {
  await deleteRows({ db }, 'employee_pictures', { agency_uid, employee_uid: uid })
}
