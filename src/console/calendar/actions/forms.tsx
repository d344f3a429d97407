/** Form of the current action, in the panel next to the calendar. */

import type { CalendarProperty } from '../../shared/property.ts'
import type { CalendarData } from '../grid/grid.tsx'
import { BlockPanel } from './block-panel.tsx'
import { ChangePanel } from './change-panel.tsx'
import { NightPanel } from './night-panel.tsx'
import { RatesPanel } from './rates/rates-panel.tsx'
import type { useInteraction } from './use-interaction.ts'

interface FormsProps {
  interaction: ReturnType<typeof useInteraction>
  data: CalendarData
  properties: readonly CalendarProperty[]
  openLead: (uid: string) => void
}

export function Forms({ interaction, data, properties, openLead }: FormsProps) {
  const { cancel: close, finish, setObstacles, proposePlacement } = interaction
  const { current } = interaction
  if (current.kind === 'change' && proposePlacement) {
    const { placement } = current
    return (
      <ChangePanel
        {...{ placement, properties, proposePlacement, setObstacles, openLead, close, finish }}
      />
    )
  }
  if (current.kind !== 'form') return null
  const { action, selection, minimum } = current
  if (action === 'history') return <NightPanel {...{ selection, openLead, close }} />
  if (action === 'block') {
    return <BlockPanel {...{ selection, setObstacles, openLead, close, finish }} />
  }
  return <RatesPanel {...{ selection, action, minimum, close, finish }} nightsAt={data.nightsAt} />
}
