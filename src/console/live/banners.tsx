/** Banners at the top of every page. */
import { useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { currentWarnings, dismissWarnings, onWarning } from '../api/warnings.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { useIsLive } from './live-provider.tsx'

/** Shows warnings from the response header `x-lodgepole-warning`. */
export function WarningsBanner() {
  const { frame } = useTranslations()
  const codes = useSyncExternalStore(onWarning, currentWarnings)
  return (
    <div role="status">
      {codes.length === 0 ? null : (
        <div className="warned">
          <p>{codes.map(code => frame.warned[code]).join(' ')}</p>
          <Button className="button plain small" onPress={dismissWarnings}>
            {frame.close}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Shows that changes by other users appear late. */
export function OfflineBanner() {
  const { frame } = useTranslations()
  const isLive = useIsLive()
  return <div role="status">{isLive ? null : <p className="not-live">{frame.notLive}</p>}</div>
}
