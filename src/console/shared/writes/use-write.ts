/** Idempotent writes with retries. */
import { useCallback, useRef, useState } from 'react'
import { newKey } from '../../api/new-key.ts'
import { ApiProblem, isTransient, Unreachable } from '../../api/problem.ts'
import { addToast, type Toast } from '../../ui/toasts.ts'

export interface Write<Input> {
  /** Sends the write; resolves to true on success. A call while another is pending is ignored. */
  run: (input: Input) => Promise<boolean>
  isPending: boolean
  /** True after a lost connection, while the write is retried with the same key. */
  isTryingAgain: boolean
  error: unknown
  clearError: () => void
}

type Send<Input, Result> = (input: Input, key: string) => Promise<Result>

/** Creates the toast of a completed write; null for none. */
export type SuccessToast<Input, Result> = (result: Result, input: Input) => Toast | null

const retryDelaysMs = [500, 1_000, 2_000, 4_000]

/**
 * Sends a write under an idempotency key that is reused until the server has responded, so a retry
 * has no second effect (contract/general.md §11). If a write consists of several requests, each
 * derives its own key, such as `${key}-2`.
 *
 * @param createToast creates the toast of a completed write; null if the write changes nothing
 */
export function useWrite<Input, Result>(
  send: Send<Input, Result>,
  onSuccess: (result: Result, input: Input) => void,
  createToast: SuccessToast<Input, Result> | null,
): Write<Input> {
  const [state, setState] = useState<{ isPending: boolean; isTryingAgain: boolean }>(idle)
  const [error, setError] = useState<unknown>(null)
  const latest = useRef({ send, onSuccess, createToast })
  latest.current = { send, onSuccess, createToast }
  const attempt = useRef<{ inputJson: string; key: string } | null>(null)
  const isRunning = useRef(false)
  const run = useCallback(async (input: Input): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setState({ isPending: true, isTryingAgain: false })
    setError(null)
    const inputJson = JSON.stringify(input)
    if (attempt.current?.inputJson !== inputJson) attempt.current = { inputJson, key: newKey() }
    try {
      const onConnectionLost = () => setState({ isPending: true, isTryingAgain: true })
      const result = await withRetries(
        () => latest.current.send(input, attempt.current!.key),
        onConnectionLost,
      )
      attempt.current = null
      const toast = latest.current.createToast?.(result, input)
      latest.current.onSuccess(result, input)
      if (toast) addToast(toast)
      return true
    } catch (failure) {
      // The key is retained for a retry if there was no response or a transient error, or if the
      // session had ended.
      const hasResponse = failure instanceof ApiProblem && failure.status !== 401
      if (hasResponse && !isTransient(failure)) attempt.current = null
      setError(failure)
      return false
    } finally {
      isRunning.current = false
      setState(idle)
    }
  }, [])
  return { run, ...state, error, clearError: useCallback(() => setError(null), []) }
}

const idle = { isPending: false, isTryingAgain: false }

/** Retries a request after transient errors; calls `onConnectionLost` if there is no response. */
export async function withRetries<Result>(
  send: () => Promise<Result>,
  onConnectionLost = () => {},
): Promise<Result> {
  for (const pauseMs of retryDelaysMs) {
    try {
      return await send()
    } catch (error) {
      if (!isTransient(error)) throw error
      if (error instanceof Unreachable) onConnectionLost()
      const retryAfterSeconds = error instanceof ApiProblem ? error.retryAfter : null
      await new Promise(resolve =>
        setTimeout(resolve, retryAfterSeconds ? retryAfterSeconds * 1_000 : pauseMs),
      )
    }
  }
  return send()
}
