import { useWords } from '../words/words.tsx'
import { useIsLive } from './live-provider.tsx'

/** Says that what others change shows late. */
export function NotLive() {
  const { frame } = useWords()
  const isLive = useIsLive()
  return <div role="status">{isLive ? null : <p className="not-live">{frame.notLive}</p>}</div>
}
