/** Board of leads by stage; only allowed moves are offered. */
import { useState } from 'react'
import { toLeadState } from '../../../rental/prices/occupancies/lead-status.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { useAddress } from '../../routing/address.ts'
import { type Column, columns, findMoveAction } from '../../shared/lead/actions/actions.ts'
import { LeadPanel } from '../../shared/lead/lead-panel.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { useHeld } from '../../ui/lists/use-held.ts'
import { LeadsHead } from '../leads-head.tsx'
import type { BoardLead } from './board.query.ts'
import { BoardColumn } from './board-column.tsx'

function readAddress(search: URLSearchParams) {
  return { lead: search.get('reservation'), assignee: search.get('assignee') }
}

export interface Move {
  lead: BoardLead
  to: Column
}

export function BoardPage() {
  const { isHeld, held } = useHeld()
  const [{ lead, assignee }, change] = useAddress(readAddress)
  const [dragged, setDragged] = useState<BoardLead | null>(null)
  /** Opens the form of the action; dropping a card alone writes nothing. */
  const move = ({ lead: movedLead, to }: Move) => {
    setDragged(null)
    const action = findMoveAction(toLeadState(movedLead), to)
    if (action) change({ reservation: movedLead.uid, act: action })
  }
  return (
    <section className="board-page" aria-labelledby="leads-title">
      <div className="page-head">
        <LeadsHead current="board" />
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
            open={uid => change({ reservation: uid })}
          />
        ))}
      </div>
      {lead ? (
        <LeadPanel key={lead} uid={lead} close={() => change({ reservation: null })} />
      ) : null}
    </section>
  )
}

function AssigneeFilter(props: { uid: string | null; choose: (uid: string | null) => void }) {
  const texts = useTranslations()
  const { board, nobody } = useLeadTranslations()
  const { staff, namesByUid } = useStaff()
  return (
    <label className="sort">
      <span className="quiet">{texts.lead.assignee}</span>
      <select
        className="field"
        value={props.uid ?? ''}
        onChange={({ target }) => props.choose(target.value || null)}
      >
        <option value="">{board.everybody}</option>
        <option value="none">{nobody}</option>
        {staff.map(({ uid }) => (
          <option key={uid} value={uid}>
            {namesByUid.get(uid)}
          </option>
        ))}
      </select>
    </label>
  )
}
