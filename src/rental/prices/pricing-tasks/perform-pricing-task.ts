import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changePricingPeriods } from '../pricing-periods/change-pricing-periods.ts'
import { type PricingOperation, type PropertyStep, stepsOf } from './pricing-task.ts'
import { beginTask, finishTask, lockProcessed, writeProcessed } from './pricing-tasks.ts'

/**
 * Does what a task says, one transaction per property, so that a property is never half changed. A
 * task that was interrupted goes on where it stopped: what is done is counted together with its
 * effect. A property that was deleted since makes the task fail, but no other property.
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
  for (const step of stepsOf(task.operations as PricingOperation[])) {
    signal.throwIfAborted()
    await transaction(ctx, (ctx: Context) => perform(ctx, key, step))
  }
  await finishTask(ctx, key)
}

async function perform(ctx: Context, key: { agency_uid: string; uid: string }, step: PropertyStep) {
  if ((await lockProcessed(ctx, key)) !== step.before) return
  const error = await change(ctx, step)
  await writeProcessed(ctx, key, { processed: step.after, error })
}

/** Changes one property, or says why it cannot be. */
async function change(ctx: Context, step: PropertyStep): Promise<string | null> {
  try {
    const property = await reachedProperty(ctx, step.propertyUid)
    await changePricingPeriods(ctx, property, step.changes)
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ACCESS_DENIED') return error.message
    throw error
  }
}
