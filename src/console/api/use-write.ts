/** A write: done once, however often it has to be sent. */
import { useCallback, useRef, useState } from 'react'
import { showToast, type Toast } from '../kit/toasts/toasts.ts'
import { newKey } from '../plain-http.ts'
import { ApiProblem, isPassing, Unreachable } from './problem.ts'

export interface Write<G> {
  /** Sends it; gives whether it was done. A second call while it waits does nothing. */
  run: (given: G) => Promise<boolean>
  isPending: boolean
  /** The connection was lost: it is tried again, with the same key. */
  isTryingAgain: boolean
  error: unknown
  forget: () => void
}

type Act<G, T> = (given: G, key: string) => Promise<T>

/** Toast text of a completed write; null: none. */
export type Said<G, T> = (answer: T, given: G) => Toast | null

const pausesMs = [500, 1_000, 2_000, 4_000]

/**
 * What it is given is sent under a key that stays the same until the server has answered, so that
 * a repetition is done once (contract/general.md §11). Of several calls each takes a key of its
 * own from it, as `${key}-2`.
 *
 * @param said gives the toast of a write that was done; null: the write is no change
 */
export function useWrite<G, T>(
  act: Act<G, T>,
  done: (answer: T, given: G) => void,
  said: Said<G, T> | null,
): Write<G> {
  const [state, setState] = useState<{ isPending: boolean; isTryingAgain: boolean }>(resting)
  const [error, setError] = useState<unknown>(null)
  const latest = useRef({ act, done, said })
  latest.current = { act, done, said }
  const kept = useRef<{ text: string; key: string } | null>(null)
  const isRunning = useRef(false)
  const run = useCallback(async (given: G): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setState({ isPending: true, isTryingAgain: false })
    setError(null)
    const text = JSON.stringify(given)
    if (kept.current?.text !== text) kept.current = { text, key: newKey() }
    try {
      const again = () => setState({ isPending: true, isTryingAgain: true })
      const answer = await tryAgain(() => latest.current.act(given, kept.current!.key), again)
      kept.current = null
      const toast = latest.current.said?.(answer, given)
      latest.current.done(answer, given)
      if (toast) showToast(toast)
      return true
    } catch (problem) {
      // Who signs in again goes on with the same key, too.
      const isAnswered = problem instanceof ApiProblem && problem.status !== 401
      if (isAnswered && !isPassing(problem)) kept.current = null
      setError(problem)
      return false
    } finally {
      isRunning.current = false
      setState(resting)
    }
  }, [])
  return { run, ...state, error, forget: useCallback(() => setError(null), []) }
}

const resting = { isPending: false, isTryingAgain: false }

/** Sends a write until it is answered; `again` hears when the connection was lost. */
export async function tryAgain<T>(act: () => Promise<T>, again = () => {}): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await act()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (error instanceof Unreachable) again()
      const seconds = error instanceof ApiProblem ? error.retryAfter : null
      await new Promise(resolve => setTimeout(resolve, seconds ? seconds * 1_000 : pauseMs))
    }
  }
  return act()
}
