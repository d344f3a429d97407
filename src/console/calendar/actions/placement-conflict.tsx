/** Notice that another user has changed a stay that is being moved. */
import { useState } from 'react'
import { useCalendarTranslations } from '../../i18n/calendar-translations.ts'
import { dayText } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { dayOf } from '../../shared/days.ts'
import { useLastChange } from '../../shared/lead/lead.query.ts'
import { type Lead, useLead } from '../../shared/lead/leads.query.ts'
import { type CalendarProperty, propertyNames } from '../../shared/property.ts'
import { type EditConflict, EditConflictNotice, useEditConflict } from '../../ui/edit-conflict.tsx'
import { findPropertyLine, unitLine } from '../lines.ts'
import type { PlacedStay } from '../nights.ts'
import type { Placement } from '../placement.ts'

type StayPosition = Pick<PlacedStay, 'propertyUid' | 'unitUid' | 'from' | 'to'>

/** Detects a conflict between the requested position of a stay and its present one. */
export function usePlacementConflict(
  placement: Placement,
  properties: readonly CalendarProperty[],
  proposePlacement: (placement: Placement) => void,
  isPending: boolean,
): EditConflict<StayPosition> {
  const { stay, line, from, to } = placement
  const { data: lead, isFetching } = useLead(stay.leadUid)
  // The cached lead may be stale until it is refetched.
  const [isFresh, setFresh] = useState(!isFetching)
  if (!isFresh && !isFetching) setFresh(true)
  const { propertyUid } = line.property
  const isAtOldProperty = propertyUid === stay.propertyUid
  const unitUid = line.unit?.unitUid ?? (isAtOldProperty ? stay.unitUid : null)
  const requested = { propertyUid, unitUid, from, to }
  const rebase = (latest: StayPosition, accepted: Partial<StayPosition> = {}) => {
    const next = { ...requested, ...accepted }
    const propertyLine = findPropertyLine(properties, next.propertyUid)
    const unit = propertyLine.property.units.find(({ unitUid }) => unitUid === next.unitUid)
    const nextLine = unit ? unitLine(propertyLine, unit) : propertyLine
    proposePlacement({
      stay: { ...stay, ...latest },
      line: nextLine,
      from: next.from,
      to: next.to,
    })
  }
  const initial = stayPosition(stay)
  const current = lead && isFresh ? leadPosition(lead) : initial
  return useEditConflict({ values: requested, rebase }, { values: current, isPending }, initial)
}

function stayPosition({ propertyUid, unitUid, from, to }: PlacedStay): StayPosition {
  return { propertyUid, unitUid, from, to }
}

function leadPosition(lead: Lead): StayPosition {
  return {
    propertyUid: lead.propertyUid ?? '',
    unitUid: lead.unitUid ?? null,
    from: dayOf(lead.checkInLocalDateTime),
    to: dayOf(lead.checkOutLocalDateTime),
  }
}

interface PlacementConflictProps {
  conflict: EditConflict<StayPosition>
  placement: Placement
  properties: readonly CalendarProperty[]
}

export function PlacementConflict({ conflict, placement, properties }: PlacementConflictProps) {
  const { change: texts } = useCalendarTranslations()
  const { locale } = useLocalization()
  const { leadUid } = placement.stay
  const { data: lead } = useLead(leadUid)
  const lastChange = useLastChange(leadUid)
  if (!lead) return null
  const labels: Record<keyof StayPosition, string> = {
    propertyUid: texts.property,
    unitUid: texts.unit,
    from: texts.arrival,
    to: texts.departure,
  }
  const formatValue = (name: keyof StayPosition, position: StayPosition) => {
    if (name === 'from' || name === 'to') return dayText(position[name], locale, 'weekday')
    return propertyNames(properties, position)[name]
  }
  const changes = conflict.names.map(name => ({
    name: labels[name],
    before: formatValue(name, conflict.base),
    now: formatValue(name, leadPosition(lead)),
  }))
  return <EditConflictNotice changes={changes} {...lastChange} {...conflict} />
}
