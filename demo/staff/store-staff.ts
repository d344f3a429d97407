import type { Context } from '../../src/context.ts'
import { newUid } from '../../src/platform/uid.ts'
import { pictureUrlOf } from '../../src/rental/access/employee-pictures/employee-picture.ts'
import { storePicture } from '../../src/rental/access/employee-pictures/employee-pictures.ts'
import { insertEmployees } from '../../src/rental/access/employees/employees.ts'
import type { Chance } from '../chance.ts'
import { readPicture } from '../pictures.ts'

const staff: [first: string, last: string, role: string][] = [
  ['Grace', 'Hall', 'ADMIN'],
  ['Marco', 'Bianchi', 'MANAGER'],
  ['Aiko', 'Tanaka', 'STAFF'],
  ['Sam', 'Oyelaran', 'STAFF'],
  ['Rosa', 'Delgado', 'CLEANER'],
  ['Tom', 'Fischer', 'READ_ONLY'],
]

/** Number of employees with a picture. */
const picturedCount = 4

/** Agency that employs the staff. */
interface AgencyPlan {
  uid: string
  foundedAt: Date
  publicUrl: string
}

/** Stores the employees; the first few have a picture. */
export async function storeStaff(
  ctx: Pick<Context, 'db'>,
  { uid: agency_uid, foundedAt, publicUrl }: AgencyPlan,
  chance: Chance,
) {
  const newRowUid = () => newUid(foundedAt.getTime(), () => chance.bytes(16))
  const pictureUids = Array.from({ length: picturedCount }, newRowUid)
  const employees = staff.map(([first_name, last_name, role], i) => {
    const picture = pictureUids[i]
    return {
      agency_uid,
      uid: newRowUid(),
      first_name,
      last_name,
      email: `${first_name.toLowerCase()}@cedarstays.example`,
      phone_number: `30355501${50 + i}`,
      phone_area_code: '1',
      role,
      picture_url: picture === undefined ? null : pictureUrlOf(agency_uid, picture, publicUrl),
      created_at: foundedAt,
      updated_at: foundedAt,
    }
  })
  await insertEmployees(ctx, employees)
  for (const [i, picture_uid] of pictureUids.entries()) {
    const image = await readPicture(`portrait-${i + 1}.jpg`)
    await storePicture(ctx, employees[i]!, { picture_uid, image })
  }
  return employees
}
