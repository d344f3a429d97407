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
import { modifiedSince, unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changeJob } from './change-job.ts'
import { createJob } from './create-job.ts'
import { deleteJob } from './delete-job.ts'
import { eventOfStatus, type JobAction, jobActions, jobStatuses, statusAfter } from './job.ts'
import { job, jobBody, longText, presentJob } from './job-shape.ts'
import { listJobs, reachedJob } from './jobs.ts'
import { moveJob } from './move-job.ts'
import { fieldsFrom, reachedForChange } from './read-job.ts'
import { checkBounded, checkDates, readNamed } from './read-job-filters.ts'

const rowsMax = 10_000

const actions: Record<JobAction, { operationId: string; summary: string }> = {
  accept: { operationId: 'acceptJob', summary: 'Accept a job' },
  decline: { operationId: 'declineJob', summary: 'Decline a job' },
  'mark-as-done': { operationId: 'markJobAsDone', summary: 'Mark a job as done' },
}

const own = { access: { needs: 'ownJobs' } } as const
const all = { path: '/jobs', tag: 'Jobs' } as const
const one = {
  path: '/jobs/:uid',
  http: { findState: stateOfRows('jobs', 'JOB') },
  tag: 'Jobs',
} as const
const answer = Type.Object({ job })
const toWrite = { access: 'READ_WRITE' } as const

const query = Type.Object({
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
    ...all,
    ...own,
    method: 'GET',
    summary: 'List jobs',
    query,
    answer: unpagedAnswer('jobs', job, { max: rowsMax }),
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
      checkBounded(query)
      checkDates(query)
      const named = await readNamed(ctx, query, 'propertyUids')
      const filters = { ...named, from, to, statuses, modifiedSince }
      const rows = await listJobs(ctx, filters, { limit: rowsMax + 1 })
      if (rows.length > rowsMax) {
        const text = `More than ${rowsMax} jobs match; narrow 'from' and 'to'`
        throw ruleViolation('from', text, rowsMax)
      }
      return unpaged('jobs', rows.map(presentJob))
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create a job',
    tells: ['JOB_CREATED'],
    body: jobBody,
    http: { status: 201 },
    answer,
    errors: writeErrors,
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, toWrite),
    handler: async (ctx, { body, reached, version }) => ({
      job: presentJob(await createJob(ctx, fieldsFrom(body, version, reached))),
    }),
  }),
  route({
    ...one,
    ...own,
    method: 'GET',
    summary: 'Get a job',
    answer,
    errors: ['JOB_NOT_FOUND'],
    handler: async (ctx, { params }) => ({ job: presentJob(await reachedJob(ctx, params.uid!)) }),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace a job',
    tells: ['JOB_UPDATED', 'JOB_DONE'],
    body: jobBody,
    answer,
    errors: [...writeErrors, 'JOB_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params, body }) =>
      reachedForChange(ctx, params.uid!, body.propertyUid),
    handler: async (ctx, { body, reached: { job, property }, version }) => {
      const fields = fieldsFrom(body, version, property, job)
      return { job: presentJob(await changeJob(ctx, job, fields)) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a job',
    tells: ['JOB_DELETED'],
    http: { ...one.http, status: 204 },
    errors: ['JOB_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedJob(ctx, params.uid!, toWrite),
    handler: async (ctx, { reached }) => deleteJob(ctx, reached),
  }),
  ...jobActions.map(action =>
    route({
      ...one,
      ...own,
      path: `/jobs/:uid/${action}`,
      method: 'POST',
      ...actions[action],
      tells: [eventOfStatus[statusAfter[action]]],
      body: shape('JobNotes', { notes: Type.Optional(nullable(longText())) }),
      answer,
      errors: ['JOB_NOT_FOUND', 'READ_ONLY_GRANT', 'INVALID_PARAMETER', 'STATE_CONFLICT'],
      authorize: async (ctx, { params }) => reachedJob(ctx, params.uid!, toWrite),
      handler: async (ctx, { body, reached }) => ({
        job: presentJob(await moveJob(ctx, reached, action, body.notes)),
      }),
    }),
  ),
]
