/** Refusals of acts that the state of a lead forbids: contract/general.md §7. */
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { allowedActions, type LeadAction, type LeadRow, stateOf, statusAt } from '../leads/lead.ts'
import type { LegacyStatus } from '../leads/legacy-statuses.ts'

/**
 * ILLEGAL_TRANSITION: "Action 'reopen' is not allowed for lead <uid> of type … in status …". Where
 * v2 asks for a status that no action leads to, `action` is that status.
 */
export function illegalTransition(
  lead: LeadRow,
  action: LeadAction | LegacyStatus,
  version: Version,
): ApiError {
  const text = `Action '${action}' is not allowed for ${described(lead, version)}`
  return new ApiError('ILLEGAL_TRANSITION', text, {
    members: {
      leadUid: lead.uid,
      // The member `type` of an error body says what kind of problem it is.
      leadType: lead.type,
      leadStatus: statusAt(version, lead.status),
      action,
      allowedActions: allowedActions(stateOf(lead), version),
    },
  })
}

/** LEAD_NOT_DELETABLE: "Lead <uid> of type BOOKING in status BOOKED can not be deleted". */
export function notDeletable(lead: LeadRow, version: Version): ApiError {
  const words = described(lead, version)
  const text = `${words[0]!.toUpperCase()}${words.slice(1)} can not be deleted`
  return new ApiError('LEAD_NOT_DELETABLE', text, {
    members: { allowedActions: allowedActions(stateOf(lead), version) },
  })
}

function described({ uid, type, status }: LeadRow, version: Version): string {
  return `lead ${uid} of type ${type} in status ${statusAt(version, status)}`
}
