/** Errors of actions that the state of a lead forbids: contract/general.md §7. */
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { statusAt, toLeadState } from '../../prices/occupancies/lead-status.ts'
import { allowedActions, type LeadAction, type LeadRow } from '../leads/lead.ts'
import type { LegacyStatus } from '../leads/legacy-statuses.ts'

/**
 * Returns ILLEGAL_TRANSITION: "Action 'reopen' is not allowed for lead <uid> of type … in status
 * …". If v2 requests a status that no action leads to, `action` is that status.
 */
export function illegalTransition(
  lead: LeadRow,
  action: LeadAction | LegacyStatus,
  version: Version,
): ApiError {
  const message = `Action '${action}' is not allowed for ${describeLead(lead, version)}`
  return new ApiError('ILLEGAL_TRANSITION', message, {
    members: {
      leadUid: lead.uid,
      // The member `type` of an error body is the type of the problem (RFC 9457).
      leadType: lead.type,
      leadStatus: statusAt(version, lead.status),
      action,
      allowedActions: allowedActions(toLeadState(lead), version),
    },
  })
}

/** Returns LEAD_NOT_DELETABLE: "Lead <uid> of type BOOKING in status BOOKED can not be deleted". */
export function notDeletable(lead: LeadRow, version: Version): ApiError {
  const description = describeLead(lead, version)
  const message = `${description[0]!.toUpperCase()}${description.slice(1)} can not be deleted`
  return new ApiError('LEAD_NOT_DELETABLE', message, {
    members: { allowedActions: allowedActions(toLeadState(lead), version) },
  })
}

function describeLead({ uid, type, status }: LeadRow, version: Version): string {
  return `lead ${uid} of type ${type} in status ${statusAt(version, status)}`
}
