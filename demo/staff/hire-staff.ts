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
const pictured = 4

/** The agency that the staff works for. */
interface Employer {
  uid: string
  began: Date
  publicUrl: string
}

/** Stores the staff; the first few have a picture as if they had uploaded one. */
export async function hireStaff(
  ctx: Pick<Context, 'db'>,
  { uid: agency_uid, began, publicUrl }: Employer,
  chance: Chance,
) {
  const newRowUid = () => newUid(began.getTime(), () => chance.bytes(16))
  const pictureUids = Array.from({ length: pictured }, newRowUid)
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
      created_at: began,
      updated_at: began,
    }
  })
  await insertEmployees(ctx, employees)
  for (const [i, picture_uid] of pictureUids.entries()) {
    const image = await readPicture(`portrait-${i + 1}.jpg`)
    await storePicture(ctx, employees[i]!, { picture_uid, image })
  }
  return employees
}
