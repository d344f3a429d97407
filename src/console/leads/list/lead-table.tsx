/** Table of leads; rendered as a list on phones. */
import { type Dispatch, memo, type SetStateAction, useCallback, useDeferredValue } from 'react'
import { Button } from 'react-aria-components/Button'
import { moneyText, rangeText, untilText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization, useTranslations } from '../../i18n/translations.tsx'
import { LeadLink } from '../../shared/lead/lead-link.tsx'
import {
  countNights,
  guestName,
  isEnded,
  type ListedLead,
  useLead,
} from '../../shared/lead/leads.query.ts'
import { ChannelName } from '../../shared/lead/sections/channel-name.tsx'
import { Status } from '../../shared/lead/status.tsx'
import { isInPhase } from '../../shared/lead/stay-phase.ts'
import { PropertyLink } from '../../shared/property-link.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { Icon } from '../../ui/icons.tsx'
import { useLiveList } from '../../ui/lists/live-list.ts'
import { useHeld } from '../../ui/lists/use-held.ts'

interface Selection {
  uids: ReadonlySet<string>
  setUids: Dispatch<SetStateAction<ReadonlySet<string>>>
}

interface LeadTableProps {
  leads: ListedLead[]
  /** Identity of the list: a change discards removed rows. */
  filters: unknown
  open: (uid: string) => void
  /** Null if the user may not change leads. */
  selection: Selection | null
}

/** Number of rows of the first paint; the others follow in slices, so that the page reacts. */
const firstRows = 20

export function LeadTable({ leads, filters, open, selection }: LeadTableProps) {
  const { texts } = useLocalization()
  const { columns, list } = texts.leads
  const { namesByUid } = useStaff()
  const setUids = selection?.setUids
  const { isHeld, held } = useHeld()
  const options = { getKey, isHeld, list: filters, appendsMore: true }
  const { rows, waiting, show } = useLiveList(leads, options)
  const rowsMax = useDeferredValue(Number.POSITIVE_INFINITY, firstRows)
  const toggle = useCallback((uid: string) => setUids?.(uids => withToggled(uids, uid)), [setUids])
  return (
    <div className="lead-rows" {...held}>
      <div className="news-bar">
        {waiting > 0 ? (
          <Button className="button small" onPress={show}>
            {texts.live.show(waiting)}
          </Button>
        ) : null}
      </div>
      <table className="table lead-table" aria-label={list}>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="choice">
                <SelectAll leads={leads} selection={selection} />
              </th>
            ) : null}
            <th scope="col" className="guest">
              {columns.guest}
            </th>
            <th scope="col" className="place">
              {columns.property}
            </th>
            <th scope="col" className="stay-dates">
              {columns.dates}
            </th>
            <th scope="col" className="state">
              {columns.state}
            </th>
            <th scope="col" className="channel">
              {columns.channel}
            </th>
            <th scope="col" className="amount">
              {columns.total}
            </th>
            <th scope="col" className="amount">
              {columns.balance}
            </th>
            <th scope="col" className="further">
              {texts.lead.assignee}
            </th>
            <th scope="col" className="furthest">
              {texts.lead.updated}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsMax).map(({ item: lead, isRemoved }) => (
            <LeadItem
              key={lead.uid}
              lead={lead}
              isRemoved={isRemoved}
              assignee={namesByUid.get(lead.assignee.uid ?? '')}
              isSelected={selection?.uids.has(lead.uid) ?? null}
              {...{ open, toggle }}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const getKey = ({ uid }: ListedLead) => uid

function SelectAll({ leads, selection }: { leads: ListedLead[]; selection: Selection }) {
  const { list } = useLeadTranslations()
  const allUids = leads.map(({ uid }) => uid)
  const areAllSelected = allUids.every(uid => selection.uids.has(uid))
  return (
    <input
      type="checkbox"
      aria-label={list.chooseAll}
      checked={areAllSelected}
      onChange={() => selection.setUids(new Set(areAllSelected ? [] : allUids))}
    />
  )
}

/** Returns the selection with a lead added or removed. */
function withToggled(uids: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const remaining = [...uids].filter(other => other !== uid)
  return new Set(uids.has(uid) ? remaining : [...remaining, uid])
}

interface SelectCellProps {
  name: string
  isOn: boolean
  toggle: () => void
}

function SelectCell({ name, isOn, toggle }: SelectCellProps) {
  const { list } = useLeadTranslations()
  return (
    <td className="choice">
      <input type="checkbox" aria-label={list.choose(name)} checked={isOn} onChange={toggle} />
    </td>
  )
}

interface LeadItemProps extends Pick<LeadTableProps, 'open'> {
  lead: ListedLead
  isRemoved: boolean
  assignee: string | undefined
  /** Null if the user may not change leads. */
  isSelected: boolean | null
  toggle: (uid: string) => void
}

/** Memoized, so that items of earlier pages are not rendered again with each further page. */
const LeadItem = memo(function LeadItem(props: LeadItemProps) {
  const { lead, isRemoved, assignee, isSelected, open, toggle } = props
  const { texts, locale } = useLocalization()
  const { property, unit } = lead
  const dates = rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)
  const nameWithoutGuest = lead.type === 'BLOCK' ? texts.lead.types.BLOCK : texts.lead.noName
  const name = guestName(lead) ?? nameWithoutGuest
  return (
    <tr className={isRemoved ? 'is-gone' : isSelected ? 'is-chosen' : undefined}>
      {isSelected === null ? null : (
        <SelectCell name={name} isOn={isSelected} toggle={() => toggle(lead.uid)} />
      )}
      <td className="guest" title={name}>
        <LeadLink uid={lead.uid} open={open}>
          <bdi>{name}</bdi>
        </LeadLink>
        {lead.thread?.isUnread ? (
          <span className="unread" title={texts.lead.unread}>
            <Icon name="mail" />
            <span className="for-readers">{texts.lead.unread}</span>
          </span>
        ) : null}
        {lead.tags.map(tag => (
          <span key={tag} className="tag">
            <bdi>{tag}</bdi>
          </span>
        ))}
      </td>
      <td className="place" title={property?.name}>
        <span className="clamp">
          <PropertyLink name={property?.name} from={lead.checkInLocalDateTime}>
            <bdi>{property?.name}</bdi>
          </PropertyLink>
          {unit && property ? <span className="quiet"> · {unit.name}</span> : null}
        </span>
      </td>
      <td className="number stay-dates">
        {dates} <span className="quiet unbroken">{texts.nights(countNights(lead))}</span>
      </td>
      <td className="state">
        {isRemoved ? (
          <StatusNow uid={lead.uid} />
        ) : (
          <Status status={lead.status} isStaying={isStaying(lead)} />
        )}
      </td>
      <td className="channel">
        <ChannelName channel={lead.channel} />
      </td>
      <Amounts lead={lead} />
      <td className="further" title={assignee}>
        {assignee}
      </td>
      <td className="furthest quiet">
        {untilText(lead.metadata.updatedUtcDateTime, Date.now(), locale)}
      </td>
    </tr>
  )
})

function isStaying(lead: ListedLead): boolean {
  return lead.status === 'BOOKED' && isInPhase('THERE', lead, Date.now())
}

/** Present status of a lead that has left the list. */
function StatusNow({ uid }: { uid: string }) {
  const { frame } = useTranslations()
  const { data: lead } = useLead(uid)
  return lead ? <Status status={lead.status} /> : frame.changed
}

function Amounts({ lead: { order, status } }: { lead: ListedLead }) {
  const { locale } = useLocalization()
  const formatAmount = (text: string) => moneyText(Number(text), order!.currency, locale)
  const isBooked = status === 'BOOKED'
  return (
    <>
      <td className="amount number total">{order ? formatAmount(order.totalAmount) : ''}</td>
      <td className={isBooked ? 'amount number balance open' : 'amount number balance'}>
        {order && !isEnded(status) && Number(order.balanceAmount) > 0
          ? formatAmount(order.balanceAmount)
          : ''}
      </td>
    </>
  )
}
