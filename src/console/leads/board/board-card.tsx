/** A lead as a card: opened, dragged, or moved by its menu. */
import { stateOf } from '../../../rental/leads/leads/lead.ts'
import { may, useSession } from '../../api/session.tsx'
import { Countdown } from '../../kit/countdown.tsx'
import { Icon } from '../../kit/icons.tsx'
import { HouseLink } from '../../kit/lists/house-link.tsx'
import { ActMenu } from '../../kit/menu/act-menu.ts'
import { MenuButton } from '../../kit/menu/menu-button.tsx'
import { moneyText, rangeText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { type Column, columns, moveTo } from '../acts/acts.ts'
import { LeadLink } from '../lead-link.tsx'
import { guestName } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'
import { Status } from '../status.tsx'
import type { BoardLead } from './board.read.ts'

interface BoardCardProps {
  lead: BoardLead
  column: Column
  drag: (lead: BoardLead | null) => void
  move: (move: { lead: BoardLead; to: Column }) => void
  /** It has left the column since the pointer came. */
  isGone: boolean
  open: (uid: string) => void
}

export function BoardCard({ lead, column, drag, move, isGone, open }: BoardCardProps) {
  const { words, locale } = useSpoken()
  const session = useSession()
  const { nameOf } = useStaff()
  const name = guestName(lead) ?? words.lead.noName
  const mayMove = may(session, 'bookings:write') && !isGone
  const { order, property, unit, assignee, holdExpiresUtcDateTime: holdEnds } = lead
  // Where the column or a countdown says it, the state would be said twice.
  const isHold = lead.status === 'ON_HOLD' && holdEnds !== null
  const saysState = column !== 'BOOKED' && column !== 'STAY' && !isHold
  return (
    <li
      className={isGone ? 'board-card is-gone' : 'board-card'}
      draggable={mayMove}
      onDragStart={() => drag(lead)}
      onDragEnd={() => drag(null)}
    >
      <div className="board-card-head">
        <LeadLink uid={lead.uid} open={open}>
          <bdi>{name}</bdi>
        </LeadLink>
        {mayMove ? <MoveMenu {...{ lead, column, move, name }} /> : null}
      </div>
      <p className="clamp">
        <HouseLink name={property?.name} from={lead.checkInLocalDateTime}>
          <bdi>{property?.name}</bdi>
        </HouseLink>
        {unit && property ? <span className="quiet"> · {unit.name}</span> : null}
      </p>
      <p className="quiet number">
        {rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)}
      </p>
      <p className="board-card-foot">
        {saysState ? <Status status={lead.status} /> : null}
        {holdEnds ? <Countdown until={holdEnds} /> : null}
        {order ? (
          <span className="number">
            {moneyText(Number(order.totalAmount), order.currency, locale)}
          </span>
        ) : null}
        {assignee.uid ? <span className="quiet">{nameOf.get(assignee.uid)}</span> : null}
      </p>
    </li>
  )
}

type MoveMenuProps = Pick<BoardCardProps, 'lead' | 'column' | 'move'> & { name: string }

/** The moves that the card allows, for who does not drag. */
function MoveMenu({ lead, column, move, name }: MoveMenuProps) {
  const { act, board } = useLeadWords()
  const moves = columns.flatMap(to => {
    const action = to === column ? null : moveTo(stateOf(lead), to)
    return action ? [{ id: to, text: act[action] }] : []
  })
  if (moves.length === 0) return null
  return (
    <MenuButton
      className="icon-button small"
      label={board.move(name)}
      menu={open => (
        <ActMenu
          {...open}
          label={board.move(name)}
          act={to => move({ lead, to: to as Column })}
          acts={moves}
        />
      )}
    >
      <Icon name="move" />
    </MenuButton>
  )
}
