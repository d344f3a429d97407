/** What an agency or a partner should know: contract/events.md §12. */
import { route } from '../../../context.ts'
import { bool, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readList } from '../../../platform/rest/list.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
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
    answer: pagedAnswer('notices', notice),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { isResolved } = query
      const filters = { agencyUid: agencyOf(ctx.caller, query.agencyUid), isResolved }
      const { rows, beside } = await readList(ctx, query, {
        list: (_sort, page) => listNotices(ctx, filters, page),
        count: () => countNotices(ctx, filters),
      })
      return { notices: rows.map(presentNotice), ...beside }
    },
  }),
]

/** A partner that signs in as itself is shown its webhooks for changes of its access. */
function agencyOf(caller: Caller, text: string | undefined): string | null {
  if (caller.kind === 'client' && text === undefined) return null
  return agencyUidOrOnly(caller, text)
}
