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
  variableOf,
} from './custom-data-field.ts'
import { listVariables, lookAtFields } from './custom-data-fields.ts'

/**
 * Adds a field to an agency, by default as its last one.
 *
 * @throws ApiError INVALID_PARAMETER, ALREADY_EXISTS for its name or variable, STATE_CONFLICT when
 *   the agency has as many as it may have
 */
export async function createField(
  ctx: Context,
  agencyUid: string,
  wanted: NewField,
): Promise<CustomDataField> {
  const name = wanted.name.trim()
  const asked = variableOf(wanted)
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    const isAsked = wanted.variable != null
    const variable = isAsked ? asked : freeVariable(asked, await listVariables(ctx, agencyUid))
    const present = await lookAtFields(ctx, agencyUid, { name, variable })
    if (present.sameName) throw alreadyThere(`name ${name}`, present.sameName)
    if (present.sameVariable) throw alreadyThere(`variable ${variable}`, present.sameVariable)
    if (present.count >= fieldsMax) {
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
      type: wanted.type ?? 'TEXT',
      variable,
      position: wanted.index ?? Math.min(present.lastPosition + 1, integerMax),
      usage: wanted.usage ?? 'CUSTOM_VARIABLES',
      created_by_partner_uid: ctx.caller.kind === 'partner' ? ctx.caller.partnerUid : null,
      created_at: now,
    })
  })
}

function alreadyThere(what: string, existingUid: string): ApiError {
  const text = `The agency already has a custom data field with the ${what}`
  return new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
