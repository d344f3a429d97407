/** The form of what somebody does in the calendar, beside it. */
import type { Known } from '../grid/grid.tsx'
import type { House } from '../lines.ts'
import { BlockPanel } from './block-panel.tsx'
import { ChangePanel } from './change-panel.tsx'
import { NightPanel } from './night-panel.tsx'
import { RatesPanel } from './rates/rates-panel.tsx'
import type { useActing } from './use-acting.ts'

interface FormsProps {
  acting: ReturnType<typeof useActing>
  known: Known
  houses: readonly House[]
  openLead: (uid: string) => void
}

export function Forms({ acting, known, houses, openLead }: FormsProps) {
  const { cancel: close, finish, setObstacles: refused, place } = acting
  const now = acting.acting
  if (now.kind === 'change' && place) {
    const { placing } = now
    return <ChangePanel {...{ placing, houses, place, refused, openLead, close, finish }} />
  }
  if (now.kind !== 'form') return null
  const { act, selection, minimum } = now
  if (act === 'history') return <NightPanel {...{ selection, openLead, close }} />
  if (act === 'block') return <BlockPanel {...{ selection, refused, openLead, close, finish }} />
  return <RatesPanel {...{ selection, act, minimum, close, finish }} nightsAt={known.nightsAt} />
}
