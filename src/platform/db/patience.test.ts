import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Patience, requestEndsMs, silent } from './patience.ts'

/** Asks a database that is seen to do nothing and never answers. */
async function askInVain(patience: Patience): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  await assert.rejects(patience.forAnswer(promise, { look: async () => null, giveUp: reject }), {
    code: silent,
  })
}

describe('a request that waits in vain', () => {
  it('ends in time though it has waited for what another request read', async () => {
    const [patience, began] = [new Patience(), performance.now()]
    await assert.rejects(patience.forOther(sleep(4_000).then(() => Promise.reject(new Error()))))
    await askInVain(patience)
    assert.ok(performance.now() - began < requestEndsMs)
  })

  it('does not wait for another request after a statement was not answered', async () => {
    const patience = new Patience()
    await askInVain(patience)
    const began = performance.now()
    await assert.rejects(patience.forOther(sleep(2_000)), { code: silent })
    assert.ok(performance.now() - began < 1_000)
  })

  it('waits for nothing more after a turn that it did not get', async () => {
    const [patience, began] = [new Patience(), performance.now()]
    const never = () => new Promise<never>(() => undefined)
    await assert.rejects(
      patience.forTurn(never(), () => undefined),
      { code: silent },
    )
    await assert.rejects(
      patience.forTurn(never(), () => undefined),
      { code: silent },
    )
    await askInVain(patience)
    assert.ok(performance.now() - began < requestEndsMs - 1_000)
  })
})
