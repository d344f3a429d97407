/** Pricing tasks on the wire: contract/pricing.md §5. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { checkDateRange, datesIn } from '../../../platform/dates/date-range.ts'
import { utcText, utcTextOrNull } from '../../../platform/dates/dates.ts'
import {
  type ApiError,
  exactlyOne,
  fieldErrors,
  invalidParameter,
  notFound,
  oneOfRequired,
} from '../../../platform/errors.ts'
import {
  count,
  date,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import {
  type AccessibleProperty,
  requireProperties,
} from '../../properties/properties/properties.ts'
import {
  periodFields,
  periodOperation,
  readPeriodChange,
} from '../pricing-periods/pricing-period-shape.ts'
import { acceptPricingTask } from './accept-pricing-task.ts'
import type { PricingOperation } from './pricing-task.ts'
import { findTask, type PricingTask } from './pricing-tasks.ts'

const operationsMax = 1_000
/** Maximum number of dates of all operations of a task. */
const datesMax = 36_600

const body = shape('PricingTaskInput', {
  operations: listOf(
    shape('PricingOperation', {
      operation: periodOperation,
      pricingPeriod: shape('PricingPeriodsInput', {
        propertyUid: uid(),
        date: Type.Optional(date()),
        from: Type.Optional(date()),
        to: Type.Optional(date()),
        ...periodFields,
      }),
    }),
    operationsMax,
  ),
})

type Body = Static<typeof body>

const response = Type.Object({
  task: Type.Object({
    uid: uid(),
    status: named('PricingTaskStatus', oneOf(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'])),
    total: count(),
    processed: count(),
    createdUtcDateTime: utcDateTime(),
    finishedUtcDateTime: nullable(utcDateTime()),
    error: nullable(text()),
  }),
})

/**
 * Returns the routes that create and get tasks, at the path of a version.
 *
 * @param noun noun in the operation ids: v2 has several paths
 */
export function pricingTaskRoutesAt(path: string, noun = 'PricingTask') {
  return [
    route({
      method: 'POST',
      path,
      operationId: `create${noun}`,
      summary: 'Create a pricing task',
      description:
        'Sets or removes prices and stay rules of many dates and properties. Validates all ' +
        'operations, then applies them in the background, one property at a time. Poll the ' +
        'task for its progress.',
      emits: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
      tag: 'Pricing',
      body,
      http: { status: 202 },
      response,
      errors: ['CONFLICTING_PARAMETERS', 'INVALID_DATE_RANGE', 'ACCESS_DENIED', 'READ_ONLY_GRANT'],
      authorize: async (ctx, { body: { operations } }) => {
        const uids = operations.map(({ pricingPeriod }) => pricingPeriod.propertyUid)
        return requireProperties(ctx, uids, { access: 'READ_WRITE' })
      },
      handler: async (ctx, { body, authorized }) => ({
        task: presentTask(
          await acceptPricingTask(ctx, authorized, readOperations(body, authorized)),
        ),
      }),
    }),
    route({
      method: 'GET',
      path: `${path}/:uid`,
      operationId: `get${noun}`,
      summary: 'Get a pricing task',
      tag: 'Pricing',
      response,
      errors: ['TASK_NOT_FOUND'],
      handler: async (ctx, { params }) => {
        const uid = asUid(params.uid!)
        const task = uid === null ? undefined : await findTask(ctx, uid)
        if (!task) throw notFound('TASK_NOT_FOUND', params.uid!)
        return { task: presentTask(task) }
      },
    }),
  ]
}

/**
 * Reads and validates the operations of a task.
 *
 * @param properties property of each operation
 * @throws ApiError INVALID_PARAMETER, INVALID_DATE_RANGE, CONFLICTING_PARAMETERS
 */
function readOperations(
  { operations }: Body,
  properties: AccessibleProperty[],
): PricingOperation[] {
  if (operations.length === 0) throw invalidParameter('operations', 'must not be empty')
  const pricingOperations = operations.map((operation, i) => ({
    propertyUid: properties[i]!.uid,
    ...readOperation(operation, i),
  }))
  const dateCount = pricingOperations.reduce((sum, operation) => sum + datesIn(operation), 0)
  if (dateCount > datesMax) {
    throw invalidParameter('operations', `must have at most ${datesMax} dates in all`)
  }
  return pricingOperations
}

function readOperation(
  { operation, pricingPeriod }: Body['operations'][number],
  operationIndex: number,
): Omit<PricingOperation, 'propertyUid'> {
  const { date, ...fields } = pricingPeriod
  const { from = date, to = date } = fields
  const isRange = fields.from !== undefined || fields.to !== undefined
  if (date !== undefined && isRange) throw exactlyOne(['date', 'from'])
  if (date === undefined && !isRange) throw oneOfRequired(['date', 'from'])
  if (from === undefined) throw missingParameter(`operations[${operationIndex}].pricingPeriod.from`)
  if (to === undefined) throw missingParameter(`operations[${operationIndex}].pricingPeriod.to`)
  checkDateRange({ from, to }, datesMax)
  return { from, to, change: readPeriodChange(operation, fields) }
}

function missingParameter(field: string): ApiError {
  const message = `Invalid parameter '${field}' must not be null`
  return fieldErrors([{ field, code: 'REQUIRED_PARAMETER', message }])
}

function presentTask(task: PricingTask) {
  return {
    uid: task.uid,
    status: task.status,
    total: task.total,
    processed: task.processed,
    createdUtcDateTime: utcText(task.created_at),
    finishedUtcDateTime: utcTextOrNull(task.finished_at),
    error: task.error,
  }
}
