import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { type IssuedLink, issueLink } from '../passwords/issue-link.ts'
import type { Role } from '../roles/role.ts'
import {
  areaCodeOf,
  type Employee,
  findKnownEmployee,
  insertEmployees,
  listByEmail,
} from './employees.ts'

interface NewEmployee {
  firstName: string
  lastName: string
  email: string
  phoneNumber?: string | null
  phoneAreaCode?: string | null
  pictureUrl?: string | null
  role: Role
  serviceProviderUid: string | null
}

/**
 * Adds somebody to the staff of an agency, and invites them (contract/resources.md §8.1).
 *
 * @throws ApiError ALREADY_EXISTS when the agency has somebody with this e-mail address
 */
export async function inviteEmployee(
  ctx: Context,
  agencyUid: string,
  person: NewEmployee,
): Promise<{ employee: Employee; invitation: IssuedLink }> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    const [known] = await listByEmail(ctx, agencyUid, person.email)
    if (known) {
      throw new ApiError('ALREADY_EXISTS', 'An employee with this e-mail address already exists', {
        members: { existingUid: known.uid },
      })
    }
    const now = ctx.clock.now()
    const row = {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      first_name: person.firstName.trim(),
      last_name: person.lastName.trim(),
      email: person.email.trim(),
      phone_number: person.phoneNumber ?? null,
      phone_area_code: areaCodeOf(person.phoneAreaCode),
      picture_url: person.pictureUrl ?? null,
      role: person.role,
      service_provider_uid: person.serviceProviderUid,
      created_at: now,
      updated_at: now,
    }
    await insertEmployees(ctx, [row])
    const employee = await findKnownEmployee(ctx, row)
    const { credential } = ctx.caller
    const issuing = { purpose: 'INVITATION', actor: credential } as const
    return { employee, invitation: await issueLink(ctx, employee, issuing) }
  })
}
