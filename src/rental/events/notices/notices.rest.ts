/** Notices to agencies and partners: contract/events.md §12. */
import { route } from '../../../context.ts'
import { bool, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readList } from '../../../platform/rest/list.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { notice, presentNotice } from './notice-shape.ts'
import { countNotices, listNotices } from './notices.ts'

export const noticeRoutes = [
  route({
    method: 'GET',
    path: '/notices',
    since: '3.3',
    summary: 'List notices',
    tag: 'Notices',
    access: { callers: ['agency', 'partner', 'client'] },
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      isResolved: Type.Optional(bool()),
      ...pageQuery,
    }),
    response: pagedResponse('notices', notice),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { isResolved } = query
      const filters = { agencyUid: readAgencyUid(ctx.caller, query.agencyUid), isResolved }
      const { rows, envelope } = await readList(ctx, query, {
        list: (_sort, page) => listNotices(ctx, filters, page),
        count: () => countNotices(ctx, filters),
      })
      return { notices: rows.map(presentNotice), ...envelope }
    },
  }),
]

/**
 * Returns null for a partner that authenticates as itself without an agency: it lists the notices
 * of its webhooks for access changes.
 */
function readAgencyUid(caller: Caller, text: string | undefined): string | null {
  if (caller.kind === 'client' && text === undefined) return null
  return requireAgencyUidOrOnly(caller, text)
}
