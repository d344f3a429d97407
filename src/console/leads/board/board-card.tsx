/** Card of a lead, which can be opened, dragged, or moved by its menu. */
import { toLeadState } from '../../../rental/prices/occupancies/lead-status.ts'
import { may, useSession } from '../../api/session.tsx'
import { moneyText, rangeText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { type Column, columns, findMoveAction } from '../../shared/lead/actions/actions.ts'
import { LeadLink } from '../../shared/lead/lead-link.tsx'
import { guestName } from '../../shared/lead/leads.query.ts'
import { Status } from '../../shared/lead/status.tsx'
import { PropertyLink } from '../../shared/property-link.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ActionMenu, MenuButton } from '../../ui/menu/menu-button.tsx'
import type { BoardLead } from './board.query.ts'

interface BoardCardProps {
  lead: BoardLead
  column: Column
  drag: (lead: BoardLead | null) => void
  move: (move: { lead: BoardLead; to: Column }) => void
  /** True if the lead has left the column since the pointer or focus entered the board. */
  isRemoved: boolean
  open: (uid: string) => void
}

export function BoardCard({ lead, column, drag, move, isRemoved, open }: BoardCardProps) {
  const { texts, locale } = useLocalization()
  const session = useSession()
  const { namesByUid } = useStaff()
  const name = guestName(lead) ?? texts.lead.noName
  const mayMove = may(session, 'bookings:write') && !isRemoved
  const { order, property, unit, assignee, holdExpiresUtcDateTime: holdEnd } = lead
  // The status is left out if the column or a countdown already shows it.
  const isHold = lead.status === 'ON_HOLD' && holdEnd !== null
  const showsStatus = column !== 'BOOKED' && column !== 'STAY' && !isHold
  return (
    <li
      className={isRemoved ? 'board-card is-gone' : 'board-card'}
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
        <PropertyLink name={property?.name} from={lead.checkInLocalDateTime}>
          <bdi>{property?.name}</bdi>
        </PropertyLink>
        {unit && property ? <span className="quiet"> · {unit.name}</span> : null}
      </p>
      <p className="quiet number">
        {rangeText(lead.checkInLocalDateTime, lead.checkOutLocalDateTime, locale)}
      </p>
      <p className="board-card-foot">
        {showsStatus ? <Status status={lead.status} /> : null}
        {holdEnd ? <Countdown until={holdEnd} /> : null}
        {order ? (
          <span className="number">
            {moneyText(Number(order.totalAmount), order.currency, locale)}
          </span>
        ) : null}
        {assignee.uid ? <span className="quiet">{namesByUid.get(assignee.uid)}</span> : null}
      </p>
    </li>
  )
}

type MoveMenuProps = Pick<BoardCardProps, 'lead' | 'column' | 'move'> & { name: string }

/** Menu with the allowed moves, as an alternative to dragging. */
function MoveMenu({ lead, column, move, name }: MoveMenuProps) {
  const { act, board } = useLeadTranslations()
  const moves = columns.flatMap(to => {
    const action = to === column ? null : findMoveAction(toLeadState(lead), to)
    return action ? [{ id: to, text: act[action] }] : []
  })
  if (moves.length === 0) return null
  return (
    <MenuButton
      className="icon-button small"
      label={board.move(name)}
      menu={open => (
        <ActionMenu
          {...open}
          label={board.move(name)}
          run={to => move({ lead, to: to as Column })}
          actions={moves}
        />
      )}
    >
      <Icon name="move" />
    </MenuButton>
  )
}
