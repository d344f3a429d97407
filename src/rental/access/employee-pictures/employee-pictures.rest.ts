/** Uploads of pictures of employees, and their files: contract/resources.md §8.1. */
import type { FastifyInstance } from 'fastify'
import { type Context, route } from '../../../context.ts'
import { notFound, requiredParameter } from '../../../platform/errors.ts'
import { matchesETag } from '../../../platform/http/entity-tags.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { detectFormat } from '../../../platform/web/image.ts'
import { checkCanChangeEmployee } from '../employees/check-employee-permissions.ts'
import { employeeSchema, presentEmployee } from '../employees/employee-shape.ts'
import { requireEmployee } from '../employees/employees.ts'
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
    response: Type.Object({ employee: employeeSchema }),
    errors: [
      'EMPLOYEE_NOT_FOUND',
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'OPERATION_NOT_PERMITTED',
    ],
    authorize: async (ctx, { params }) => {
      const employee = await requireEmployee(ctx, params.uid!)
      await checkCanChangeEmployee(ctx, employee, employee.role as Role)
      return employee
    },
    handler: async (ctx, { file, authorized }) => {
      if (file === null) throw requiredParameter(pictureUpload.part)
      await changeEmployeePicture(ctx, authorized, file)
      return { employee: presentEmployee(await requireEmployee(ctx, authorized.uid)) }
    },
  }),
]

interface PictureRequest {
  Params: { agencyUid: string; uid: string }
}

/** Each upload has its own URL, so caches may store it for as long as HTTP allows. */
const cachedForever = 'public, max-age=31536000, immutable'

/** Serves `:agencyUid/:uid` below the prefix of the scope. */
export function servePictureFiles(scope: FastifyInstance, ctx: Pick<Context, 'db'>): void {
  scope.get<PictureRequest>(
    '/:agencyUid/:uid',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const [agencyUid, uid] = [asUid(params.agencyUid), asUid(params.uid)]
      const image = agencyUid && uid ? await findPicture(ctx, agencyUid, uid) : undefined
      if (!image) throw notFound('PHOTO_NOT_FOUND', params.uid)
      reply.headers({ etag: `"${uid}"`, 'cache-control': cachedForever })
      if (matchesETag(headers['if-none-match'], uid!)) return reply.code(304).send()
      return reply.type(`image/${detectFormat(image)}`).send(image)
    },
  )
}
