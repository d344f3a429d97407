/** Background task that changes many prices and rules, with its progress. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useCalendarTranslations } from '../../../i18n/calendar-translations.ts'
import { useWrite } from '../../../shared/writes/use-write.ts'
import { addToast } from '../../../ui/toasts.ts'
import type { Operation } from './rates.ts'

const pollMs = 300

export function useRatesTask(onCompleted: () => void) {
  const { rates } = useCalendarTranslations()
  const client = useQueryClient()
  const [taskUid, setTaskUid] = useState<string | null>(null)
  const write = useWrite(
    (operations: Operation[], key) =>
      call('POST /pricing-periods/bulk', { body: { operations }, key }),
    ({ task }) => setTaskUid(task.uid),
    // The task continues in the background: its toast is shown when it has completed.
    null,
  )
  const { data } = useQuery({
    queryKey: ['task', taskUid],
    queryFn: async ({ signal }) => {
      const path = { uid: taskUid! }
      return (await call('GET /pricing-periods/bulk/{uid}', { path, signal })).task
    },
    enabled: taskUid !== null,
    refetchInterval: ({ state }) => (hasEnded(state.data?.status) ? false : pollMs),
  })
  const hasCompleted = data?.status === 'COMPLETED'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (!hasCompleted) return
    void client.invalidateQueries({ queryKey: ['calendar'] })
    addToast({ text: toasts => toasts.pricesUpdated })
    onCompleted()
  }, [hasCompleted])
  const hasFailed = data?.status === 'FAILED'
  const isRunning = taskUid !== null && !hasFailed
  const progress = data ? rates.progress(data.processed, data.total) : ''
  const failure = hasFailed ? rates.failed(data.processed, data.total) : ''
  return { write, isRunning, statusText: failure || (isRunning ? progress : '') }
}

function hasEnded(status: string | undefined): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}
