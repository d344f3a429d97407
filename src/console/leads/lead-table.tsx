import { Icon } from '../kit/icons.tsx'
import { channelText, moneyText, rangeText } from '../words/format.ts'
import { useSpoken } from '../words/words.tsx'
import { guestName, type ListedLead } from './leads.read.ts'
import { Status } from './status.tsx'

interface LeadTableProps {
  leads: ListedLead[]
  open: (uid: string) => void
}

/** A table where there is room, on a phone a list of the same. */
export function LeadTable({ leads, open }: LeadTableProps) {
  const { words } = useSpoken()
  const { columns, list } = words.leads
  return (
    <table className="table lead-table" aria-label={list}>
      <thead>
        <tr>
          <th scope="col">{columns.guest}</th>
          <th scope="col">{columns.property}</th>
          <th scope="col">{columns.dates}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.channel}</th>
          <th scope="col" className="amount">
            {columns.total}
          </th>
          <th scope="col" className="amount">
            {columns.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {leads.map(lead => (
          <LeadItem key={lead.uid} lead={lead} open={open} />
        ))}
      </tbody>
    </table>
  )
}

function LeadItem({ lead, open }: { lead: ListedLead; open: (uid: string) => void }) {
  const { words, locale } = useSpoken()
  const { property, unit, order } = lead
  const dates = rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)
  const days = Date.parse(lead.checkOutLocalDateTime.slice(0, 10))
  const nights = Math.round((days - Date.parse(lead.checkInLocalDateTime.slice(0, 10))) / dayMs)
  const fallback = lead.type === 'BLOCK' ? words.lead.types.BLOCK : words.lead.noName
  return (
    <tr>
      <td className="guest">
        <button type="button" className="row-button" onClick={() => open(lead.uid)}>
          {guestName(lead) ?? fallback}
        </button>
        {lead.thread?.isUnread ? (
          <span className="unread" title={words.lead.unread}>
            <Icon name="mail" />
            <span className="for-readers">{words.lead.unread}</span>
          </span>
        ) : null}
        {lead.tags.map(tag => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
      </td>
      <td>
        {property?.name}
        {unit && property ? <span className="quiet"> · {unit.name}</span> : null}
      </td>
      <td className="number">
        {dates} <span className="quiet">{words.nights(nights)}</span>
      </td>
      <td>
        <Status status={lead.status} />
      </td>
      <td className="channel">{channelText(lead.channel)}</td>
      <td className="amount number total">{order ? amount(order.totalAmount) : ''}</td>
      <td
        className={
          lead.status === 'BOOKED' ? 'amount number balance open' : 'amount number balance'
        }
      >
        {order && Number(order.balanceAmount) > 0 ? amount(order.balanceAmount) : ''}
      </td>
    </tr>
  )

  function amount(text: string): string {
    return moneyText(Number(text), order!.currency, locale)
  }
}

const dayMs = 86_400_000
