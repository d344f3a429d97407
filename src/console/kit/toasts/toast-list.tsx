/** The toasts of the page, at its lower edge. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { useToastWords } from '../../words/toast-words.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { useHeld } from '../lists/use-held.ts'
import { textOf } from '../problem.tsx'
import { closeToast, onToasts, type ShownToast, shownToasts } from './toasts.ts'

const shownMs = 6_000
const withActionMs = 8_000

export function ToastList() {
  const words = useToastWords()
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  const { isHeld, held } = useHeld()
  const region = useRegionKey()
  return (
    <section ref={region} className="toasts" aria-label={words.region} tabIndex={-1} {...held}>
      <div role="status">
        {toasts.map(toast => (
          <ToastItem key={toast.id} toast={toast} isPaused={isHeld} />
        ))}
      </div>
    </section>
  )
}

function ToastItem({ toast, isPaused }: { toast: ShownToast; isPaused: boolean }) {
  const words = useToastWords()
  const shared = useWords()
  const { id, text, actions = [], error, isPending = false } = toast
  const stays = isPending || isPaused || error !== undefined
  const ms = actions.length > 0 ? withActionMs : shownMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast that is replaced begins again
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => closeToast(id), ms)
    return () => clearTimeout(timer)
  }, [id, toast, stays, ms])
  return (
    <div className={error === undefined ? 'toast' : 'toast is-error'}>
      <p>
        {text(words)}
        {error === undefined ? null : <span className="toast-reason">{textOf(error, shared)}</span>}
      </p>
      {actions.map(action => (
        <Button
          key={action.text(words)}
          className="toast-action"
          onPress={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.text(words)}
        </Button>
      ))}
      {isPending ? null : (
        <Button className="toast-close" aria-label={words.close} onPress={() => closeToast(id)}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}

/** F6 goes to the first action of the toasts, and back to where the focus was. */
function useRegionKey() {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    let before: Element | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !region.current) return
      const isInside = region.current.contains(document.activeElement)
      const first = region.current.querySelector('button')
      if (!isInside && !first) return
      event.preventDefault()
      if (!isInside) before = document.activeElement
      const target = isInside ? before : first
      if (target instanceof HTMLElement && target.isConnected) target.focus()
      else document.getElementById('page')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return region
}
