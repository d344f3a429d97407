/** Leads by where they stand on their way; only moves that are legal are offered. */
import { useState } from 'react'
import { stateOf } from '../../../rental/leads/leads/lead.ts'
import { useAddress } from '../../address.ts'
import { useHeld } from '../../kit/lists/use-held.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useWords } from '../../words/words.tsx'
import { type Column, columns, moveTo } from '../acts/acts.ts'
import { LeadPanel } from '../lead-panel.tsx'
import { LeadsHead } from '../leads-head.tsx'
import { useStaff } from '../staff.read.ts'
import type { BoardLead } from './board.read.ts'
import { BoardColumn } from './board-column.tsx'

function read(search: URLSearchParams) {
  return { lead: search.get('lead'), assignee: search.get('assignee') }
}

export interface Move {
  lead: BoardLead
  to: Column
}

export function BoardPage() {
  const { isHeld, held } = useHeld()
  const [{ lead, assignee }, change] = useAddress(read)
  const [dragged, setDragged] = useState<BoardLead | null>(null)
  /** Asks as the button of the act does: a card that is let go writes nothing. */
  const move = ({ lead: moved, to }: Move) => {
    setDragged(null)
    const act = moveTo(stateOf(moved), to)
    if (act) change({ lead: moved.uid, act })
  }
  return (
    <section className="board-page" aria-labelledby="leads-title">
      <div className="page-head">
        <LeadsHead shown="board" />
        <AssigneeFilter uid={assignee} choose={uid => change({ assignee: uid })} />
      </div>
      <div className="board" {...held}>
        {columns.map(column => (
          <BoardColumn
            key={column}
            column={column}
            assigneeUid={assignee}
            dragged={dragged}
            drag={setDragged}
            move={move}
            isHeld={isHeld}
            open={uid => change({ lead: uid })}
          />
        ))}
      </div>
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

function AssigneeFilter(props: { uid: string | null; choose: (uid: string | null) => void }) {
  const words = useWords()
  const { board, nobody } = useLeadWords()
  const { staff, nameOf } = useStaff()
  return (
    <label className="sort">
      <span className="quiet">{words.lead.assignee}</span>
      <select
        className="field"
        value={props.uid ?? ''}
        onChange={({ target }) => props.choose(target.value || null)}
      >
        <option value="">{board.everybody}</option>
        <option value="none">{nobody}</option>
        {staff.map(({ uid }) => (
          <option key={uid} value={uid}>
            {nameOf.get(uid)}
          </option>
        ))}
      </select>
    </label>
  )
}
