/** The rights of guests to know, and to be forgotten: contract/resources.md §8.2. */
import { route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { reachedGuest } from '../../leads/guests/guests.ts'
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
    answer: Type.Object({ guestExport }),
    errors: [...errors],
    handler: async (ctx, { params }) => {
      const guest = await reachedGuest(ctx, params.uid!)
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
    tells: ['BOOKING_UPDATED', 'INQUIRY_UPDATED', 'INBOX_THREAD_UPDATED', 'MESSAGE_STATUS_UPDATED'],
    answer: Type.Object({ guestErasure }),
    errors: [...errors],
    authorize: async (ctx, { params }) => reachedGuest(ctx, params.uid!),
    handler: async (ctx, { reached: guest }) => {
      const erased = await eraseGuest(ctx, guest)
      const erasedUtcDateTime = utcText(ctx.clock.now())
      return { guestErasure: { guestUid: guest.uid, erasedUtcDateTime, erased } }
    },
  }),
]
