/** A table where there is room, on a phone a list of the same. */
import { type Dispatch, memo, type SetStateAction, useCallback } from 'react'
import { Button } from 'react-aria-components/Button'
import { Icon } from '../../kit/icons.tsx'
import { HouseLink } from '../../kit/lists/house-link.tsx'
import { useLiveList } from '../../kit/lists/live-list.ts'
import { useHeld } from '../../kit/lists/use-held.ts'
import { channelText, moneyText, rangeText, untilText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken, useWords } from '../../words/words.tsx'
import { LeadLink } from '../lead-link.tsx'
import { guestName, isEnded, type ListedLead, nightsOf, useLead } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'
import { Status } from '../status.tsx'

export interface Chosen {
  uids: ReadonlySet<string>
  set: Dispatch<SetStateAction<ReadonlySet<string>>>
}

interface LeadTableProps {
  leads: ListedLead[]
  /** Query of the list. */
  asked: unknown
  open: (uid: string) => void
  /** Null: nothing can be done with some of them. */
  chosen: Chosen | null
}

export function LeadTable({ leads, asked, open, chosen }: LeadTableProps) {
  const { words } = useSpoken()
  const { columns, list } = words.leads
  const { nameOf } = useStaff()
  const set = chosen?.set
  const { isHeld, held } = useHeld()
  const options = { keyOf, isHeld, list: asked, takesMore: true }
  const { rows, waiting, show } = useLiveList(leads, options)
  const turn = useCallback((uid: string) => set?.(before => turned(before, uid)), [set])
  return (
    <div className="lead-rows" {...held}>
      <div className="news-bar">
        {waiting > 0 ? (
          <Button className="button small" onPress={show}>
            {words.live.show(waiting)}
          </Button>
        ) : null}
      </div>
      <table className="table lead-table" aria-label={list}>
        <thead>
          <tr>
            {chosen ? (
              <th scope="col" className="choice">
                <ChooseAll leads={leads} chosen={chosen} />
              </th>
            ) : null}
            <th scope="col">{columns.guest}</th>
            <th scope="col">{columns.property}</th>
            <th scope="col">{columns.dates}</th>
            <th scope="col">{columns.state}</th>
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
              {words.lead.assignee}
            </th>
            <th scope="col" className="further">
              {words.lead.updated}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item: lead, isGone }) => (
            <LeadItem
              key={lead.uid}
              lead={lead}
              isGone={isGone}
              assignee={nameOf.get(lead.assignee.uid ?? '')}
              isChosen={chosen?.uids.has(lead.uid) ?? null}
              {...{ open, turn }}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const keyOf = ({ uid }: ListedLead) => uid

function ChooseAll({ leads, chosen }: { leads: ListedLead[]; chosen: Chosen }) {
  const { list } = useLeadWords()
  const all = leads.map(({ uid }) => uid)
  const isAll = all.every(uid => chosen.uids.has(uid))
  return (
    <input
      type="checkbox"
      aria-label={list.chooseAll}
      checked={isAll}
      onChange={() => chosen.set(new Set(isAll ? [] : all))}
    />
  )
}

/** Those that are chosen, with one more or without it. */
function turned(uids: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  const others = [...uids].filter(one => one !== uid)
  return new Set(uids.has(uid) ? others : [...others, uid])
}

interface ChooseProps {
  name: string
  isOn: boolean
  turn: () => void
}

function Choose({ name, isOn, turn }: ChooseProps) {
  const { list } = useLeadWords()
  return (
    <td className="choice">
      <input type="checkbox" aria-label={list.choose(name)} checked={isOn} onChange={turn} />
    </td>
  )
}

interface LeadItemProps extends Pick<LeadTableProps, 'open'> {
  lead: ListedLead
  isGone: boolean
  assignee: string | undefined
  /** Null: nothing can be done with some of them. */
  isChosen: boolean | null
  turn: (uid: string) => void
}

/** Those of former pages are not rendered again with each further one. */
const LeadItem = memo(function LeadItem(props: LeadItemProps) {
  const { lead, isGone, assignee, isChosen, open, turn } = props
  const { words, locale } = useSpoken()
  const { property, unit } = lead
  const dates = rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)
  const fallback = lead.type === 'BLOCK' ? words.lead.types.BLOCK : words.lead.noName
  const name = guestName(lead) ?? fallback
  return (
    <tr className={isGone ? 'is-gone' : isChosen ? 'is-chosen' : undefined}>
      {isChosen === null ? null : (
        <Choose name={name} isOn={isChosen} turn={() => turn(lead.uid)} />
      )}
      <td className="guest">
        <LeadLink uid={lead.uid} open={open}>
          <bdi>{name}</bdi>
        </LeadLink>
        {lead.thread?.isUnread ? (
          <span className="unread" title={words.lead.unread}>
            <Icon name="mail" />
            <span className="for-readers">{words.lead.unread}</span>
          </span>
        ) : null}
        {lead.tags.map(tag => (
          <span key={tag} className="tag">
            <bdi>{tag}</bdi>
          </span>
        ))}
      </td>
      <td className="place">
        <span className="clamp">
          <HouseLink name={property?.name} from={lead.checkInLocalDateTime}>
            <bdi>{property?.name}</bdi>
          </HouseLink>
          {unit && property ? <span className="quiet"> · {unit.name}</span> : null}
        </span>
      </td>
      <td className="number stay-dates">
        {dates} <span className="quiet unbroken">{words.nights(nightsOf(lead))}</span>
      </td>
      <td className="state">
        {isGone ? <StatusNow uid={lead.uid} /> : <Status status={lead.status} />}
      </td>
      <td className="channel">{channelText(lead.channel, words)}</td>
      <Amounts lead={lead} />
      <td className="further">{assignee}</td>
      <td className="further quiet">
        {untilText(lead.metadata.updatedUtcDateTime, Date.now(), locale)}
      </td>
    </tr>
  )
})

/** The status of a lead that has left the list. */
function StatusNow({ uid }: { uid: string }) {
  const { frame } = useWords()
  const { data: lead } = useLead(uid)
  return lead ? <Status status={lead.status} /> : frame.changed
}

function Amounts({ lead: { order, status } }: { lead: ListedLead }) {
  const { locale } = useSpoken()
  const amount = (text: string) => moneyText(Number(text), order!.currency, locale)
  const isOpen = status === 'BOOKED'
  return (
    <>
      <td className="amount number total">{order ? amount(order.totalAmount) : ''}</td>
      <td className={isOpen ? 'amount number balance open' : 'amount number balance'}>
        {order && !isEnded(status) && Number(order.balanceAmount) > 0
          ? amount(order.balanceAmount)
          : ''}
      </td>
    </>
  )
}
