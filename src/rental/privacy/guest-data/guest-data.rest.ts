/**
 * Export and erasure of guest data, for the rights of access and erasure (GDPR):
 * contract/resources.md §8.2.
 */
import { route } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { requireGuest } from '../../leads/guests/guests.ts'
import { eraseGuest } from './erase-guest.ts'
import { guestErasure, guestExport } from './guest-data-shape.ts'
import { presentGuestData } from './present-guest-data.ts'

const common = { since: '3.3', tag: 'Guests', access: { callers: ['agency'] } } as const
const errors = ['GUEST_NOT_FOUND', 'OPERATION_NOT_PERMITTED'] as const

export const guestDataRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/guests/:uid/export',
    operationId: 'exportGuest',
    summary: 'Export the personal data of a guest',
    response: Type.Object({ guestExport }),
    errors: [...errors],
    handler: async (ctx, { params }) => {
      const guest = await requireGuest(ctx, params.uid!)
      return { guestExport: await presentGuestData(ctx, guest) }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/guests/:uid/erase',
    access: { ...common.access, needs: 'agency' },
    operationId: 'eraseGuest',
    summary: 'Erase the personal data of a guest',
    emits: ['BOOKING_UPDATED', 'INQUIRY_UPDATED', 'INBOX_THREAD_UPDATED', 'MESSAGE_STATUS_UPDATED'],
    response: Type.Object({ guestErasure }),
    errors: [...errors],
    authorize: async (ctx, { params }) => requireGuest(ctx, params.uid!),
    handler: async (ctx, { authorized: guest }) => {
      const erased = await eraseGuest(ctx, guest)
      const erasedUtcDateTime = utcText(ctx.clock.now())
      return { guestErasure: { guestUid: guest.uid, erasedUtcDateTime, erased } }
    },
  }),
]
