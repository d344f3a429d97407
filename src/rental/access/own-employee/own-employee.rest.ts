/** Own record of the signed-in employee: contract/resources.md §8.4. */
import { route } from '../../../context.ts'
import { nullable, shape, Type, text } from '../../../platform/rest/fields.ts'
import { presentOwnSession } from '../sessions/present-own-session.ts'
import { requireSession } from '../sessions/require-session.ts'
import { sessionSchema } from '../sessions/session-shape.ts'
import { changeOwnEmployee } from './change-own-employee.ts'

export const ownEmployeeRoutes = [
  route({
    method: 'PATCH',
    path: '/session/employee',
    since: '3.3',
    operationId: 'changeOwnEmployee',
    summary: 'Change the name and phone number of the signed-in employee',
    tag: 'Session',
    access: { callers: ['agency'], permit: async ({ caller }) => void requireSession(caller) },
    body: shape('OwnEmployeeChanges', {
      firstName: Type.Optional(text({ min: 1 })),
      lastName: Type.Optional(text({ min: 1 })),
      phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
    }),
    response: Type.Object({ session: sessionSchema }),
    errors: ['INVALID_PARAMETER', 'OPERATION_NOT_PERMITTED'],
    handler: async (ctx, { body }) => {
      const signedIn = requireSession(ctx.caller)
      const key = { agency_uid: signedIn.agencyUid, uid: signedIn.employeeUid }
      await changeOwnEmployee(ctx, key, {
        first_name: body.firstName?.trim(),
        last_name: body.lastName?.trim(),
        phone_number: body.phoneNumber,
      })
      return { session: await presentOwnSession(ctx, signedIn) }
    },
  }),
]
