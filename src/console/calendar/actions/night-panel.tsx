/** History of a night: reservations and releases, newest first. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import {
  useCalendarTranslations,
  useGridLocalization,
  useGridTranslations,
} from '../../i18n/calendar-translations.ts'
import { dayText, timeText } from '../../i18n/format.ts'
import { dateOf } from '../../shared/days.ts'
import { LeadLink } from '../../shared/lead/lead-link.tsx'
import { guestName, useLead } from '../../shared/lead/leads.query.ts'
import { Problem } from '../../shared/problem.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { lineName } from '../grid/aria-labels.ts'
import type { Selection } from '../selection.ts'

type Change = ResponseOf<'GET /property-calendar/{propertyUid}/history'>['history'][number]

interface NightPanelProps {
  selection: Selection
  openLead: (uid: string) => void
  close: () => void
}

export function NightPanel({ selection, openLead, close }: NightPanelProps) {
  const { night } = useCalendarTranslations()
  const { texts, locale } = useGridLocalization()
  // The history is offered only for one night of one line.
  const [line] = selection.lines
  const { propertyUid } = line!.property
  const date = dateOf(selection.from)
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar', 'night', propertyUid, date],
    queryFn: async ({ signal }) => {
      const request = { path: { propertyUid }, query: { date }, signal }
      return (await call('GET /property-calendar/{propertyUid}/history', request)).history
    },
  })
  const changes = data?.filter(({ unitUid }) => !line!.unit || unitUid === line!.unit.unitUid)
  return (
    <SidePanel title={night.title} close={close}>
      <p>
        <b>{lineName(line!, texts)}</b>, {dayText(selection.from, locale, 'full')}
      </p>
      {error ? <Problem error={error} retry={refetch} /> : null}
      {changes?.length === 0 ? <p className="quiet">{night.none}</p> : null}
      <ol className="night-changes">
        {changes?.toReversed().map(change => (
          <ChangeItem
            key={`${change.changedUtcDateTime} ${change.leadUid} ${change.change}`}
            change={change}
            openLead={openLead}
          />
        ))}
      </ol>
    </SidePanel>
  )
}

function ChangeItem({ change, openLead }: { change: Change; openLead: (uid: string) => void }) {
  const { night } = useCalendarTranslations()
  const { locale, timeZone } = useGridLocalization()
  const { namesByUid } = useStaff()
  const { leadUid, credential, isTurnover } = change
  const actor =
    namesByUid.get(credential.uid ?? '') ?? night.actors[credential.kind] ?? credential.kind
  return (
    <li>
      <b>{isTurnover ? night.turnover[change.change] : night.changes[change.change]}</b>{' '}
      {leadUid ? <LeadName uid={leadUid} open={openLead} /> : null}
      <br />
      <span className="quiet small">
        {actor} · {timeText(change.changedUtcDateTime, locale, timeZone)}
      </span>
    </li>
  )
}

function LeadName({ uid, open }: { uid: string; open: (uid: string) => void }) {
  const { lead: texts } = useGridTranslations()
  const { data: lead } = useLead(uid)
  const name = lead && (guestName(lead) ?? (lead.type === 'BLOCK' ? texts.types.BLOCK : null))
  return (
    <LeadLink uid={uid} open={open} className="row-button">
      <bdi>{name ?? texts.noName}</bdi>
    </LeadLink>
  )
}
