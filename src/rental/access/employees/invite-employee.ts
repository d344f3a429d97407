import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockAgency } from '../agencies/agencies.ts'
import { type IssuedLink, issueLink } from '../passwords/issue-password-link.ts'
import type { Role } from '../roles/role.ts'
import {
  type Employee,
  findStoredEmployee,
  insertEmployees,
  listByEmail,
  normalizeAreaCode,
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
 * Creates an employee and an invitation (contract/resources.md §8.1).
 *
 * @throws ApiError ALREADY_EXISTS if the agency has an employee with this email address
 */
export async function inviteEmployee(
  ctx: Context,
  agencyUid: string,
  person: NewEmployee,
): Promise<{ employee: Employee; invitation: IssuedLink }> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    const [existing] = await listByEmail(ctx, agencyUid, person.email)
    if (existing) {
      throw new ApiError('ALREADY_EXISTS', 'An employee with this e-mail address already exists', {
        members: { existingUid: existing.uid },
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
      phone_area_code: normalizeAreaCode(person.phoneAreaCode),
      picture_url: person.pictureUrl ?? null,
      role: person.role,
      service_provider_uid: person.serviceProviderUid,
      invited_at: now,
      created_at: now,
      updated_at: now,
    }
    await insertEmployees(ctx, [row])
    const employee = await findStoredEmployee(ctx, row)
    const { credential } = ctx.caller
    const linkOptions = { purpose: 'INVITATION', actor: credential } as const
    return { employee, invitation: await issueLink(ctx, employee, linkOptions) }
  })
}
