/** A column of the board: takes cards whose lead may come here, and says why others may not. */
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { stateOf } from '../../../rental/leads/leads/lead.ts'
import { useLiveList } from '../../kit/lists/live-list.ts'
import { Problem } from '../../kit/problem.tsx'
import { countText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { type Column, columnOf, moveTo } from '../acts/acts.ts'
import { type BoardLead, listOf, useColumn, useColumnCounts } from './board.read.ts'
import { BoardCard } from './board-card.tsx'

interface BoardColumnProps {
  column: Column
  assigneeUid: string | null
  dragged: BoardLead | null
  drag: (lead: BoardLead | null) => void
  move: (move: { lead: BoardLead; to: Column }) => void
  /** The pointer or the focus is on the board. */
  isHeld: boolean
  open: (uid: string) => void
}

export function BoardColumn({ column, assigneeUid, dragged, isHeld, ...props }: BoardColumnProps) {
  const { words, locale } = useSpoken()
  const { board } = useLeadWords()
  const { data, error, refetch, hasNextPage, fetchNextPage, isPending } = useColumn(
    column,
    assigneeUid,
  )
  const countOf = useColumnCounts(assigneeUid)
  const leads = data?.pages.flatMap(page => page.leads) ?? []
  const options = { keyOf, isHeld, list: assigneeUid, takesMore: true }
  const { rows, waiting, show } = useLiveList(leads, options)
  const isHome = dragged !== null && homeOf(dragged) === column
  const isLegal = dragged !== null && moveTo(stateOf(dragged), column) !== null
  const isClosed = dragged !== null && !isLegal && !isHome
  return (
    <section
      className={`board-column ${isLegal ? 'is-legal' : ''} ${isClosed ? 'is-closed' : ''}`}
      aria-label={board.columns[column]}
      data-scroll={column}
      onDragOver={event => {
        if (isLegal) event.preventDefault()
      }}
      onDrop={event => {
        event.preventDefault()
        if (dragged && isLegal) props.move({ lead: dragged, to: column })
      }}
    >
      <h2>
        <Link href={listOf(column, assigneeUid)} title={board.inList}>
          {board.columns[column]}
        </Link>{' '}
        <span className="quiet number">{countText(countOf(column), locale)}</span>
        {waiting > 0 ? (
          <Button className="link-button news" onPress={show}>
            {words.live.show(waiting)}
          </Button>
        ) : null}
      </h2>
      {isClosed ? <p className="no-move">{board.noReason[column]}</p> : null}
      {error ? <Problem error={error} again={refetch} /> : null}
      <ul>
        {rows.map(({ item, isGone }) => (
          <BoardCard key={item.uid} lead={item} {...{ column, isGone }} {...props} />
        ))}
      </ul>
      {rows.length === 0 ? (
        <p className="quiet small">{isPending ? words.frame.loading : board.none}</p>
      ) : null}
      {hasNextPage ? (
        <Button className="button plain small" onPress={() => fetchNextPage()}>
          {words.leads.more}
        </Button>
      ) : null}
    </section>
  )
}

const keyOf = ({ uid }: BoardLead) => uid

function homeOf(lead: BoardLead): Column | null {
  const home = columnOf[stateOf(lead)]
  if (home !== 'BOOKED' || Date.parse(lead.checkInZonedDateTime) > Date.now()) return home
  return 'STAY'
}
