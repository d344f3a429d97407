/** Uploads of pictures of employees, and their files: contract/resources.md §8.1. */
import type { FastifyInstance } from 'fastify'
import { type Context, route } from '../../../context.ts'
import { notFound, requiredParameter } from '../../../platform/errors.ts'
import { holdsTag } from '../../../platform/http/entity-tags.ts'
import { formatOf } from '../../../platform/image.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { checkMayChange } from '../employees/check-may-appoint.ts'
import { employee, presentEmployee } from '../employees/employee-shape.ts'
import { reachedEmployee } from '../employees/employees.ts'
import type { Role } from '../roles/role.ts'
import { changeEmployeePicture } from './change-employee-picture.ts'
import { findPicture } from './employee-pictures.ts'
import { pictureUpload } from './read-picture.ts'

export const employeePictureRoutes = [
  route({
    method: 'PUT',
    path: '/employees/:uid/picture',
    since: '3.3',
    operationId: 'changeEmployeePicture',
    summary: 'Upload the picture of an employee',
    description:
      'Send the file as `multipart/form-data`: a JPEG, PNG or WebP image of at most 5 MiB. It ' +
      'is scaled down to 512 pixels; `pictureUrl` is its URL.',
    tag: 'Employees',
    access: { callers: ['agency'] },
    http: { upload: pictureUpload },
    body: Type.Object({}),
    answer: Type.Object({ employee }),
    errors: [
      'EMPLOYEE_NOT_FOUND',
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'OPERATION_NOT_PERMITTED',
    ],
    authorize: async (ctx, { params }) => {
      const present = await reachedEmployee(ctx, params.uid!)
      await checkMayChange(ctx, present, present.role as Role)
      return present
    },
    handler: async (ctx, { file, reached }) => {
      if (file === null) throw requiredParameter(pictureUpload.part)
      const changed = await changeEmployeePicture(ctx, reached, file)
      return { employee: presentEmployee({ ...changed, personal: reached.personal }) }
    },
  }),
]

interface PictureRequest {
  Params: { agencyUid: string; uid: string }
}

/** Each upload has an address of its own, so a cache may keep it as long as HTTP allows. */
const forEver = 'public, max-age=31536000, immutable'

/** Serves `:agencyUid/:uid` below the prefix of the scope. */
export function servePictureFiles(scope: FastifyInstance, ctx: Pick<Context, 'db'>): void {
  scope.get<PictureRequest>(
    '/:agencyUid/:uid',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const [agencyUid, uid] = [asUid(params.agencyUid), asUid(params.uid)]
      const image = agencyUid && uid ? await findPicture(ctx, agencyUid, uid) : undefined
      if (!image) throw notFound('PHOTO_NOT_FOUND', params.uid)
      reply.headers({ etag: `"${uid}"`, 'cache-control': forEver })
      if (holdsTag(headers['if-none-match'], uid!)) return reply.code(304).send()
      return reply.type(`image/${formatOf(image)}`).send(image)
    },
  )
}
