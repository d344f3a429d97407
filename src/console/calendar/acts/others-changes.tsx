/** A stay that somebody else changes while it is about to go elsewhere. */
import { useState } from 'react'
import { ChangedMeanwhile, type Meanwhile, useMeanwhile } from '../../kit/meanwhile.tsx'
import { useChanger } from '../../leads/lead/lead.read.ts'
import { type Lead, useLead } from '../../leads/leads.read.ts'
import { useCalendarWords } from '../../words/calendar-words.ts'
import { dayText } from '../../words/format.ts'
import { useSpoken } from '../../words/words.tsx'
import { dayOf } from '../days.ts'
import { type House, houseLineOf, placeNames, unitLine } from '../lines.ts'
import type { PlacedStay } from '../nights.ts'
import type { Placing } from '../placing.ts'

type Where = Pick<PlacedStay, 'propertyUid' | 'unitUid' | 'from' | 'to'>

/** Compares where a stay shall go with where it is by now. */
export function useOthers(
  placing: Placing,
  houses: readonly House[],
  place: (placing: Placing) => void,
  isPending: boolean,
): Meanwhile<Where> {
  const { stay, line, from, to } = placing
  const { data: lead, isFetching } = useLead(stay.leadUid)
  // It may have been read long ago.
  const [isFresh, setFresh] = useState(!isFetching)
  if (!isFresh && !isFetching) setFresh(true)
  const { propertyUid } = line.house
  const isThere = propertyUid === stay.propertyUid
  const unitUid = line.unit?.unitUid ?? (isThere ? stay.unitUid : null)
  const values = { propertyUid, unitUid, from, to }
  const rebase = (now: Where, taken: Partial<Where> = {}) => {
    const next = { ...values, ...taken }
    const house = houseLineOf(houses, next.propertyUid)
    const unit = house.house.units.find(one => one.unitUid === next.unitUid)
    const line = unit ? unitLine(house, unit) : house
    place({ stay: { ...stay, ...now }, line, from: next.from, to: next.to })
  }
  const first = whereOf(stay)
  const now = lead && isFresh ? nowOf(lead) : first
  return useMeanwhile({ values, rebase }, { values: now, isPending }, first)
}

function whereOf({ propertyUid, unitUid, from, to }: PlacedStay): Where {
  return { propertyUid, unitUid, from, to }
}

function nowOf(lead: Lead): Where {
  return {
    propertyUid: lead.propertyUid ?? '',
    unitUid: lead.unitUid ?? null,
    from: dayOf(lead.checkInLocalDateTime),
    to: dayOf(lead.checkOutLocalDateTime),
  }
}

interface OthersChangesProps {
  others: Meanwhile<Where>
  placing: Placing
  houses: readonly House[]
}

export function OthersChanges({ others, placing, houses }: OthersChangesProps) {
  const { change: words } = useCalendarWords()
  const { locale } = useSpoken()
  const { leadUid } = placing.stay
  const { data: lead } = useLead(leadUid)
  const changer = useChanger(leadUid, true)
  if (!lead) return null
  const labels: Record<keyof Where, string> = {
    propertyUid: words.property,
    unitUid: words.unit,
    from: words.arrival,
    to: words.departure,
  }
  const textOf = (name: keyof Where, where: Where) => {
    if (name === 'from' || name === 'to') return dayText(where[name], locale, 'weekday')
    return placeNames(houses, where)[name]
  }
  const changes = others.names.map(name => ({
    name: labels[name],
    before: textOf(name, others.base),
    now: textOf(name, nowOf(lead)),
  }))
  return <ChangedMeanwhile changes={changes} {...changer} {...others} />
}
