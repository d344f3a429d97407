/** Legacy `/v2/jobs`: contract/resources.md §1.3. */
import { route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import { date, Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changeJob } from './change-job.ts'
import { createJob } from './create-job.ts'
import { deleteJob } from './delete-job.ts'
import { legacyJobBody, legacyJobSchema, presentLegacyJob, toJobBody } from './job-shape.ts'
import { listJobs, requireJob } from './jobs.ts'
import { readJobFields, requireJobAndProperty } from './read-job.ts'
import { checkDates, readUidFilters } from './read-job-filters.ts'

const collection = { path: '/jobs', tag: 'Jobs' } as const
const item = { path: '/jobs/:uid', tag: 'Jobs' } as const
const writeAccess = { access: 'READ_WRITE' } as const

const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'INVALID_DATE_RANGE',
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'LEAD_NOT_FOUND',
  'SERVICE_NOT_FOUND',
] as const

export const legacyJobRoutes = [
  route({
    ...collection,
    method: 'GET',
    summary: 'List jobs',
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      propertyUid: Type.Optional(uid()),
      leadUid: Type.Optional(uid()),
      from: Type.Optional(date()),
      to: Type.Optional(date()),
      ...offsetQuery,
    }),
    response: Type.Array(legacyJobSchema),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
    ],
    handler: async (ctx, { query }) => {
      const { agencyUid, propertyUid, leadUid, from, to } = query
      if (agencyUid === undefined && propertyUid === undefined && leadUid === undefined) {
        throw oneOfRequired(['agencyUid', 'propertyUid', 'leadUid'])
      }
      checkDates(query)
      const page = readOffsetPage(query)
      const propertyUids = propertyUid === undefined ? undefined : [propertyUid]
      const uidFilters = await readUidFilters(
        ctx,
        { agencyUid, propertyUids, leadUid },
        'propertyUid',
      )
      const rows = await listJobs(ctx, { ...uidFilters, from, to }, page)
      return rows.map(presentLegacyJob)
    },
  }),
  route({
    ...collection,
    method: 'POST',
    summary: 'Create a job',
    emits: ['JOB_CREATED'],
    body: legacyJobBody,
    http: { status: 201 },
    response: legacyJobSchema,
    errors: writeErrors,
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writeAccess),
    handler: async (ctx, { body, authorized, version }) =>
      presentLegacyJob(await createJob(ctx, readJobFields(toJobBody(body), version, authorized))),
  }),
  route({
    ...item,
    method: 'GET',
    summary: 'Get a job',
    response: legacyJobSchema,
    errors: ['JOB_NOT_FOUND'],
    handler: async (ctx, { params }) => presentLegacyJob(await requireJob(ctx, params.uid!)),
  }),
  route({
    ...item,
    method: 'PUT',
    summary: 'Replace a job',
    emits: ['JOB_UPDATED', 'JOB_DECLINED'],
    body: legacyJobBody,
    response: legacyJobSchema,
    errors: [...writeErrors, 'JOB_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params, body }) =>
      requireJobAndProperty(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, authorized: { job, property }, version }) => {
      const fields = readJobFields(toJobBody(body), version, property, job)
      return presentLegacyJob(await changeJob(ctx, job, fields))
    },
  }),
  route({
    ...item,
    method: 'DELETE',
    summary: 'Delete a job',
    emits: ['JOB_DELETED'],
    http: { status: 204 },
    errors: ['JOB_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireJob(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deleteJob(ctx, authorized),
  }),
]
