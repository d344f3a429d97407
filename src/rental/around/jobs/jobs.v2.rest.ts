/** Legacy `/v2/jobs`: contract/resources.md §1.3. */
import { route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import { date, Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changeJob } from './change-job.ts'
import { createJob } from './create-job.ts'
import { deleteJob } from './delete-job.ts'
import { jobBodyOf, legacyJob, legacyJobBody, presentLegacyJob } from './job-shape.ts'
import { listJobs, reachedJob } from './jobs.ts'
import { fieldsFrom, reachedForChange } from './read-job.ts'
import { checkDates, readNamed } from './read-job-filters.ts'

const all = { path: '/jobs', tag: 'Jobs' } as const
const one = { path: '/jobs/:uid', tag: 'Jobs' } as const
const toWrite = { access: 'READ_WRITE' } as const

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
    ...all,
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
    answer: Type.Array(legacyJob),
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
      const page = readOffsetPage(query, 1_000)
      const propertyUids = propertyUid === undefined ? undefined : [propertyUid]
      const named = await readNamed(ctx, { agencyUid, propertyUids, leadUid }, 'propertyUid')
      const rows = await listJobs(ctx, { ...named, from, to }, page)
      return rows.map(presentLegacyJob)
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create a job',
    tells: ['JOB_CREATED'],
    body: legacyJobBody,
    http: { status: 201 },
    answer: legacyJob,
    errors: writeErrors,
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, toWrite),
    handler: async (ctx, { body, reached, version }) =>
      presentLegacyJob(await createJob(ctx, fieldsFrom(jobBodyOf(body), version, reached))),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a job',
    answer: legacyJob,
    errors: ['JOB_NOT_FOUND'],
    handler: async (ctx, { params }) => presentLegacyJob(await reachedJob(ctx, params.uid!)),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace a job',
    tells: ['JOB_UPDATED', 'JOB_DECLINED'],
    body: legacyJobBody,
    answer: legacyJob,
    errors: [...writeErrors, 'JOB_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params, body }) =>
      reachedForChange(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, reached: { job, property }, version }) => {
      const fields = fieldsFrom(jobBodyOf(body), version, property, job)
      return presentLegacyJob(await changeJob(ctx, job, fields))
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a job',
    tells: ['JOB_DELETED'],
    http: { status: 204 },
    errors: ['JOB_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedJob(ctx, params.uid!, toWrite),
    handler: async (ctx, { reached }) => deleteJob(ctx, reached),
  }),
]
