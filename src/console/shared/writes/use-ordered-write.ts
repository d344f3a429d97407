/** Writes of switches, which may be changed again before they are saved. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newKey } from '../../api/new-key.ts'
import { addToast } from '../../ui/toasts.ts'
import { invalidateProperties } from '../properties.query.ts'
import { withRetries } from './use-write.ts'

interface OrderedWrite {
  name: string
  send: (key: string) => Promise<unknown>
}

/**
 * Returns a function that sends writes of a query of properties one after the other, so that
 * several changes of one switch reach the server in their order. It reports a failure with the name
 * of the object. It resolves to true after the last write, when the query has been read again.
 */
export function useOrderedWrite(queryKey: readonly string[]) {
  const client = useQueryClient()
  const countPending = () => client.isMutating({ mutationKey: queryKey, exact: true })
  const { mutateAsync } = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join() },
    mutationFn: ({ send }: OrderedWrite) => {
      const key = newKey()
      return withRetries(() => send(key))
    },
    onError: (error, { name }) => addToast({ text: toasts => toasts.notSaved(name), error }),
    onSettled: async () => {
      if (countPending() === 1) await invalidateProperties(client)
    },
  })
  return async (name: string, send: OrderedWrite['send']): Promise<boolean> => {
    await mutateAsync({ name, send }).catch(() => undefined)
    return countPending() === 0
  }
}
