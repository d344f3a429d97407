import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { integerMax } from '../../../platform/rest/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import {
  type CustomDataField,
  fieldsMax,
  freeVariable,
  type NewField,
  readVariable,
} from './custom-data-field.ts'
import { findFieldConflicts, listVariables } from './custom-data-fields.ts'

/**
 * Creates a field of an agency, by default in the last position.
 *
 * @throws ApiError INVALID_PARAMETER, ALREADY_EXISTS for its name or variable, STATE_CONFLICT if
 *   the agency has the maximum number of fields
 */
export async function createField(
  ctx: Context,
  agencyUid: string,
  input: NewField,
): Promise<CustomDataField> {
  const name = input.name.trim()
  const preferred = readVariable(input)
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    // A variable from the request must be free; one derived from the name gets a number if not.
    const isVariableRequested = input.variable != null
    const variable = isVariableRequested
      ? preferred
      : freeVariable(preferred, await listVariables(ctx, agencyUid))
    const conflicts = await findFieldConflicts(ctx, agencyUid, { name, variable })
    if (conflicts.sameName) throw alreadyExists(`name ${name}`, conflicts.sameName)
    if (conflicts.sameVariable) throw alreadyExists(`variable ${variable}`, conflicts.sameVariable)
    if (conflicts.count >= fieldsMax) {
      throw new ApiError(
        'STATE_CONFLICT',
        `An agency can have at most ${fieldsMax} custom data fields`,
        {
          members: { state: 'FULL', allowedActions: [], limit: fieldsMax },
        },
      )
    }
    const now = ctx.clock.now()
    return insertRow(ctx, 'custom_data_fields', {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      name,
      type: input.type ?? 'TEXT',
      variable,
      position: input.index ?? Math.min(conflicts.lastPosition + 1, integerMax),
      usage: input.usage ?? 'CUSTOM_VARIABLES',
      created_by_partner_uid: ctx.caller.kind === 'partner' ? ctx.caller.partnerUid : null,
      created_at: now,
    })
  })
}

function alreadyExists(attribute: string, existingUid: string): ApiError {
  const text = `The agency already has a custom data field with the ${attribute}`
  return new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
