/** Jobs of v3: contract/resources.md §1.1 to §1.3. */
import { route } from '../../../context.ts'
import { ruleViolation } from '../../../platform/errors.ts'
import {
  date,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  since,
  Type,
  uid,
} from '../../../platform/rest/fields.ts'
import { modifiedSince, unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changeJob } from './change-job.ts'
import { createJob } from './create-job.ts'
import { deleteJob } from './delete-job.ts'
import { type JobAction, jobActions, jobStatuses, statusAfter, statusEvents } from './job.ts'
import { jobBody, jobSchema, longText, presentJob } from './job-shape.ts'
import { listJobs, requireJob } from './jobs.ts'
import { readJobFields, requireJobAndProperty } from './read-job.ts'
import { checkDates, checkIsLimited, readUidFilters } from './read-job-filters.ts'
import { transitionJob } from './transition-job.ts'

const rowsMax = 10_000

const actionOperations: Record<JobAction, { operationId: string; summary: string }> = {
  accept: { operationId: 'acceptJob', summary: 'Accept a job' },
  decline: { operationId: 'declineJob', summary: 'Decline a job' },
  'mark-as-done': { operationId: 'markJobAsDone', summary: 'Mark a job as done' },
}

const forOwnJobs = { access: { needs: 'ownJobs' } } as const
const collection = { path: '/jobs', tag: 'Jobs' } as const
const item = {
  path: '/jobs/:uid',
  http: { findState: stateReader('jobs', 'JOB') },
  tag: 'Jobs',
} as const
const response = Type.Object({ job: jobSchema })
const writeAccess = { access: 'READ_WRITE' } as const

const listQuery = Type.Object({
  from: Type.Optional(date()),
  to: Type.Optional(date()),
  propertyUids: Type.Optional(listOf(uid())),
  statuses: Type.Optional(listOf(named('JobStatus', oneOf(jobStatuses)))),
  modifiedSince: Type.Optional(modifiedSince()),
  leadUid: Type.Optional(since('3.3', uid())),
  serviceProviderUid: Type.Optional(since('3.3', uid())),
  agencyUid: Type.Optional(since('3.3', uid())),
})

const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'INVALID_DATE_RANGE',
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'LEAD_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'SERVICE_PROVIDER_NOT_FOUND',
] as const

export const jobRoutes = [
  route({
    ...collection,
    ...forOwnJobs,
    method: 'GET',
    summary: 'List jobs',
    query: listQuery,
    response: unpagedResponse('jobs', jobSchema, { max: rowsMax }),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'INVALID_DATE_RANGE',
      'PAYLOAD_RULE_VIOLATION',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'SERVICE_PROVIDER_NOT_FOUND',
    ],
    handler: async (ctx, { query }) => {
      const { from, to, statuses, modifiedSince } = query
      checkIsLimited(query)
      checkDates(query)
      const uidFilters = await readUidFilters(ctx, query, 'propertyUids')
      const filters = { ...uidFilters, from, to, statuses, modifiedSince }
      // One more, to notice that there are too many.
      const rows = await listJobs(ctx, filters, { limit: rowsMax + 1 })
      if (rows.length > rowsMax) {
        const message = `More than ${rowsMax} jobs match; narrow 'from' and 'to'`
        throw ruleViolation('from', message, rowsMax)
      }
      return unpaged('jobs', rows.map(presentJob))
    },
  }),
  route({
    ...collection,
    method: 'POST',
    summary: 'Create a job',
    emits: ['JOB_CREATED'],
    body: jobBody,
    http: { status: 201 },
    response,
    errors: writeErrors,
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writeAccess),
    handler: async (ctx, { body, authorized, version }) => ({
      job: presentJob(await createJob(ctx, readJobFields(body, version, authorized))),
    }),
  }),
  route({
    ...item,
    ...forOwnJobs,
    method: 'GET',
    summary: 'Get a job',
    response,
    errors: ['JOB_NOT_FOUND'],
    handler: async (ctx, { params }) => ({ job: presentJob(await requireJob(ctx, params.uid!)) }),
  }),
  route({
    ...item,
    method: 'PUT',
    summary: 'Replace a job',
    emits: ['JOB_UPDATED', 'JOB_DONE'],
    body: jobBody,
    response,
    errors: [...writeErrors, 'JOB_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params, body }) =>
      requireJobAndProperty(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, authorized: { job, property }, version }) => {
      const fields = readJobFields(body, version, property, job)
      return { job: presentJob(await changeJob(ctx, job, fields)) }
    },
  }),
  route({
    ...item,
    method: 'DELETE',
    summary: 'Delete a job',
    emits: ['JOB_DELETED'],
    http: { ...item.http, status: 204 },
    errors: ['JOB_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireJob(ctx, params.uid!, writeAccess),
    handler: async (ctx, { authorized }) => deleteJob(ctx, authorized),
  }),
  ...jobActions.map(action =>
    route({
      ...item,
      ...forOwnJobs,
      path: `/jobs/:uid/${action}`,
      method: 'POST',
      ...actionOperations[action],
      emits: [statusEvents[statusAfter[action]]],
      body: shape('JobNotes', { notes: Type.Optional(nullable(longText())) }),
      response,
      errors: ['JOB_NOT_FOUND', 'READ_ONLY_GRANT', 'INVALID_PARAMETER', 'STATE_CONFLICT'],
      authorize: async (ctx, { params }) => requireJob(ctx, params.uid!, writeAccess),
      handler: async (ctx, { body, authorized }) => ({
        job: presentJob(await transitionJob(ctx, authorized, action, body.notes)),
      }),
    }),
  ),
]
