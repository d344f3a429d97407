/** Who took a night, and who freed it, the last first. */
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/answer.ts'
import { call } from '../../api/call.ts'
import { Problem } from '../../kit/problem.tsx'
import { SidePanel } from '../../kit/side-panel.tsx'
import { LeadLink } from '../../leads/lead-link.tsx'
import { guestName, useLead } from '../../leads/leads.read.ts'
import { useStaff } from '../../leads/staff.read.ts'
import { useCalendarWords, useGridSpoken, useGridWords } from '../../words/calendar-words.ts'
import { dayText, timeText } from '../../words/format.ts'
import { dateOf } from '../days.ts'
import { nameOf } from '../grid/describe.ts'
import type { Selection } from '../selection.ts'

type Change = AnswerOf<'GET /property-calendar/{propertyUid}/history'>['history'][number]

interface NightPanelProps {
  selection: Selection
  openLead: (uid: string) => void
  close: () => void
}

export function NightPanel({ selection, openLead, close }: NightPanelProps) {
  const { night } = useCalendarWords()
  const { words, locale } = useGridSpoken()
  const [line] = selection.lines
  const { propertyUid } = line!.house
  const date = dateOf(selection.from)
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar', 'night', propertyUid, date],
    queryFn: async ({ signal }) => {
      const given = { path: { propertyUid }, query: { date }, signal }
      return (await call('GET /property-calendar/{propertyUid}/history', given)).history
    },
  })
  const changes = data?.filter(({ unitUid }) => !line!.unit || unitUid === line!.unit.unitUid)
  return (
    <SidePanel title={night.title} close={close}>
      <p>
        <b>{nameOf(line!, words)}</b>, {dayText(selection.from, locale, 'full')}
      </p>
      {error ? <Problem error={error} again={refetch} /> : null}
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
  const { night } = useCalendarWords()
  const { locale } = useGridSpoken()
  const { nameOf } = useStaff()
  const { leadUid, credential, isTurnover } = change
  const who = nameOf.get(credential.uid ?? '') ?? night.actors[credential.kind] ?? credential.kind
  return (
    <li>
      <b>{isTurnover ? night.turnover[change.change] : night.changes[change.change]}</b>{' '}
      {leadUid ? <LeadName uid={leadUid} open={openLead} /> : null}
      <br />
      <span className="quiet small">
        {who} · {timeText(change.changedUtcDateTime, locale)}
      </span>
    </li>
  )
}

function LeadName({ uid, open }: { uid: string; open: (uid: string) => void }) {
  const { lead: words } = useGridWords()
  const { data: lead } = useLead(uid)
  const name = lead && (guestName(lead) ?? (lead.type === 'BLOCK' ? words.types.BLOCK : null))
  return (
    <LeadLink uid={uid} open={open} className="row-button">
      <bdi>{name ?? words.noName}</bdi>
    </LeadLink>
  )
}
