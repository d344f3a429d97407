/** Column of the board, which accepts cards that may move here and explains why others may not. */
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { toLeadState } from '../../../rental/prices/occupancies/lead-status.ts'
import { countText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { type Column, columnByState, findMoveAction } from '../../shared/lead/actions/actions.ts'
import { Problem } from '../../shared/problem.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { useLiveList } from '../../ui/lists/live-list.ts'
import { type BoardLead, listUrl, useColumn, useColumnCounts } from './board.query.ts'
import { BoardCard } from './board-card.tsx'

interface BoardColumnProps {
  column: Column
  assigneeUid: string | null
  dragged: BoardLead | null
  drag: (lead: BoardLead | null) => void
  move: (move: { lead: BoardLead; to: Column }) => void
  /** True while the pointer or the focus is on the board. */
  isHeld: boolean
  open: (uid: string) => void
}

export function BoardColumn({ column, assigneeUid, dragged, isHeld, ...props }: BoardColumnProps) {
  const { texts, locale } = useLocalization()
  const { board } = useLeadTranslations()
  const { data, error, refetch, hasNextPage, fetchNextPage, isPending } = useColumn(
    column,
    assigneeUid,
  )
  const getCount = useColumnCounts(assigneeUid)
  // Names that load later would make cards higher.
  const { isLoading } = useStaff()
  const leads = isLoading ? [] : (data?.pages.flatMap(page => page.leads) ?? [])
  const options = { getKey, isHeld, list: assigneeUid, appendsMore: true }
  const { rows, waiting, show } = useLiveList(leads, options)
  const isOwnColumn = dragged !== null && findHomeColumn(dragged) === column
  const isAllowed = dragged !== null && findMoveAction(toLeadState(dragged), column) !== null
  const isRefusing = dragged !== null && !isAllowed && !isOwnColumn
  return (
    <section
      className={`board-column ${isAllowed ? 'is-legal' : ''} ${isRefusing ? 'is-closed' : ''}`}
      aria-label={board.columns[column]}
      data-scroll={column}
      onDragOver={event => {
        if (isAllowed) event.preventDefault()
      }}
      onDrop={event => {
        event.preventDefault()
        if (dragged && isAllowed) props.move({ lead: dragged, to: column })
      }}
    >
      <h2>
        <Link href={listUrl(column, assigneeUid)} title={board.inList}>
          {board.columns[column]}
        </Link>{' '}
        <span className="quiet number">{countText(getCount(column), locale)}</span>
        {waiting > 0 ? (
          <Button className="link-button news" onPress={show}>
            {texts.live.show(waiting)}
          </Button>
        ) : null}
      </h2>
      {isRefusing ? <p className="no-move">{board.noReason[column]}</p> : null}
      {error ? <Problem error={error} retry={refetch} /> : null}
      <ul>
        {rows.map(({ item, isRemoved }) => (
          <BoardCard key={item.uid} lead={item} {...{ column, isRemoved }} {...props} />
        ))}
      </ul>
      {rows.length === 0 ? (
        <p className="quiet small">{isPending || isLoading ? texts.frame.loading : board.none}</p>
      ) : null}
      {hasNextPage ? (
        <Button className="button plain small" onPress={() => fetchNextPage()}>
          {texts.leads.more}
        </Button>
      ) : null}
    </section>
  )
}

const getKey = ({ uid }: BoardLead) => uid

function findHomeColumn(lead: BoardLead): Column | null {
  const homeColumn = columnByState[toLeadState(lead)]
  if (homeColumn !== 'BOOKED' || Date.parse(lead.checkInZonedDateTime) > Date.now())
    return homeColumn
  return 'STAY'
}
