/** Toasts at the bottom of the page. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslations } from '../i18n/translations.tsx'
import { errorText } from '../shared/problem.tsx'
import { Icon } from '../ui/icons.tsx'
import { useHeld } from '../ui/lists/use-held.ts'
import { closeToast, onToasts, type VisibleToast, visibleToasts } from '../ui/toasts.ts'

const visibleMs = 6_000
const visibleWithActionMs = 8_000

export function ToastList() {
  const { toasts: texts } = useTranslations()
  const toasts = useSyncExternalStore(onToasts, visibleToasts)
  const { isHeld, held } = useHeld()
  const region = useToastFocusKey()
  return (
    <section ref={region} className="toasts" aria-label={texts.region} tabIndex={-1} {...held}>
      <div role="status">
        {toasts.map(toast => (
          <ToastItem key={toast.id} toast={toast} isPaused={isHeld} />
        ))}
      </div>
    </section>
  )
}

function ToastItem({ toast, isPaused }: { toast: VisibleToast; isPaused: boolean }) {
  const shared = useTranslations()
  const texts = shared.toasts
  const { id, text, actions = [], error, isPending = false } = toast
  const staysVisible = isPending || isPaused || error !== undefined
  const durationMs = actions.length > 0 ? visibleWithActionMs : visibleMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast that is replaced begins again
  useEffect(() => {
    if (staysVisible) return
    const timer = setTimeout(() => closeToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, toast, staysVisible, durationMs])
  return (
    <div className={error === undefined ? 'toast' : 'toast is-error'}>
      <p>
        {text(texts)}
        {error === undefined ? null : (
          <span className="toast-reason">{errorText(error, shared)}</span>
        )}
      </p>
      {actions.map(action => (
        <Button
          key={action.text(texts)}
          className="toast-action"
          onPress={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.text(texts)}
        </Button>
      ))}
      {isPending ? null : (
        <Button className="toast-close" aria-label={texts.close} onPress={() => closeToast(id)}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  )
}

/** F6 moves the focus to the first action of the toasts, and back. */
function useToastFocusKey() {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    let previousFocus: Element | null = null
    const moveFocus = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !region.current) return
      const isInside = region.current.contains(document.activeElement)
      const firstButton = region.current.querySelector('button')
      if (!isInside && !firstButton) return
      event.preventDefault()
      if (!isInside) previousFocus = document.activeElement
      const target = isInside ? previousFocus : firstButton
      if (target instanceof HTMLElement && target.isConnected) target.focus()
      else document.getElementById('page')?.focus()
    }
    document.addEventListener('keydown', moveFocus)
    return () => document.removeEventListener('keydown', moveFocus)
  }, [])
  return region
}
