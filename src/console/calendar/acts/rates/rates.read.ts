/** Changes many prices and rules in the background, and tells how far it is. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { showToast } from '../../../kit/toasts/toasts.ts'
import { useCalendarWords } from '../../../words/calendar-words.ts'
import type { Operation } from './rates.ts'

const askMs = 300

export function useRatesTask(done: () => void) {
  const { rates } = useCalendarWords()
  const client = useQueryClient()
  const [taskUid, setTaskUid] = useState<string | null>(null)
  const write = useWrite(
    (operations: Operation[], key) =>
      call('POST /pricing-periods/bulk', { body: { operations }, key }),
    ({ task }) => setTaskUid(task.uid),
    // The task goes on: the toast comes when it is done.
    null,
  )
  const { data } = useQuery({
    queryKey: ['task', taskUid],
    queryFn: async ({ signal }) => {
      const path = { uid: taskUid! }
      return (await call('GET /pricing-periods/bulk/{uid}', { path, signal })).task
    },
    enabled: taskUid !== null,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : askMs),
  })
  const isDone = data?.status === 'COMPLETED'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (!isDone) return
    void client.invalidateQueries({ queryKey: ['calendar'] })
    showToast({ text: toasts => toasts.prices })
    done()
  }, [isDone])
  const isFailed = data?.status === 'FAILED'
  const isRunning = taskUid !== null && !isFailed
  const progress = data ? rates.progress(data.processed, data.total) : ''
  const failed = isFailed ? rates.failed(data.processed, data.total) : ''
  return { write, isRunning, text: failed || (isRunning ? progress : '') }
}

function isOver(status: string | undefined): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}
