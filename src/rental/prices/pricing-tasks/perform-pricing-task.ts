import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changePricingPeriods } from '../pricing-periods/change-pricing-periods.ts'
import { buildSteps, type PricingOperation, type PropertyStep } from './pricing-task.ts'
import { beginTask, finishTask, lockProcessed, writeProcessed } from './pricing-tasks.ts'

/**
 * Applies the operations of a task, one transaction per property: no property is changed in part.
 * An interrupted task resumes, because each transaction also stores the progress. If a property was
 * deleted, the task fails, but other properties are changed.
 *
 * @throws Error when `signal` aborts, between two properties
 */
export async function performPricingTask(
  ctx: Context,
  uid: string,
  signal: AbortSignal,
): Promise<void> {
  const key = { agency_uid: ctx.caller.agencyUids[0]!, uid }
  const task = await beginTask(ctx, key)
  if (!task) return
  for (const step of buildSteps(task.operations as PricingOperation[])) {
    signal.throwIfAborted()
    await transaction(ctx, (ctx: Context) => performStep(ctx, key, step))
  }
  await finishTask(ctx, key)
}

async function performStep(
  ctx: Context,
  key: { agency_uid: string; uid: string },
  step: PropertyStep,
) {
  // Another worker has performed the step already, or has finished the task.
  if ((await lockProcessed(ctx, key)) !== step.completedBefore) return
  const error = await changeProperty(ctx, step)
  await writeProcessed(ctx, key, { processed: step.completedAfter, error })
}

/** Changes one property. Returns an error message if it was deleted, otherwise null. */
async function changeProperty(ctx: Context, step: PropertyStep): Promise<string | null> {
  try {
    const property = await requireProperty(ctx, step.propertyUid)
    await changePricingPeriods(ctx, property, step.changes)
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ACCESS_DENIED') return error.message
    throw error
  }
}
