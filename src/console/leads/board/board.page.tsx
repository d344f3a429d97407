/** Leads by where they stand on their way; only moves that are legal are offered. */

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stateOf } from '../../../rental/leads/leads/lead.ts'
import { useAddress } from '../../address.ts'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useWords } from '../../words/words.tsx'
import { type Column, columns, moveTo } from '../acts/acts.ts'
import { Refusal } from '../acts/refusal.tsx'
import { LeadPanel } from '../lead-panel.tsx'
import { guestName } from '../leads.read.ts'
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

/** Those that ask for a reason, or take something away, are not done by letting go of a card. */
const asking = ['cancel', 'decline-booking-request', 'close', 'rebook'] as const

export function BoardPage() {
  const words = useWords()
  const own = useLeadWords()
  const [{ lead, assignee }, change] = useAddress(read)
  const [dragged, setDragged] = useState<BoardLead | null>(null)
  const [said, setSaid] = useState('')
  const write = useMove(({ lead: moved, to }) => {
    setSaid(own.board.moved(guestName(moved) ?? words.lead.noName, own.board.columns[to]))
  })
  const move = (moving: Move) => {
    setDragged(null)
    const action = moveTo(stateOf(moving.lead), moving.to)
    if (!action) return
    if (asking.some(one => one === action)) change({ lead: moving.lead.uid, act: action })
    else void write.run({ ...moving, action })
  }
  return (
    <section className="board-page" aria-labelledby="leads-title">
      <div className="page-head">
        <LeadsHead shown="board" />
        <AssigneeFilter uid={assignee} choose={uid => change({ assignee: uid })} />
      </div>
      {write.error ? <Refusal error={write.error} leadUid={lead ?? ''} /> : null}
      <p className="for-readers" role="status">
        {said}
      </p>
      <div className="board">
        {columns.map(column => (
          <BoardColumn
            key={column}
            column={column}
            assigneeUid={assignee}
            dragged={dragged}
            drag={setDragged}
            move={move}
            isMoving={write.isPending}
            open={uid => change({ lead: uid })}
          />
        ))}
      </div>
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

type DirectAction = 'put-on-hold' | 'mark-as-booked' | 'accept-booking-request' | 'reopen'

function useMove(done: (move: Move) => void) {
  const client = useQueryClient()
  return useWrite(
    ({ lead, action }: Move & { action: string }, key) =>
      call(`POST /leads/{uid}/${action as DirectAction}`, { path: { uid: lead.uid }, key }),
    (_, given) => {
      for (const queryKey of [['leads'], ['today'], ['lead', given.lead.uid]]) {
        void client.invalidateQueries({ queryKey })
      }
      done(given)
    },
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
