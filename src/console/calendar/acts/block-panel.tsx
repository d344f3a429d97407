/** Blocks nights of one row, or of several: all or none. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { TextArea, WriteForm } from '../../kit/form.tsx'
import { SidePanel } from '../../kit/side-panel.tsx'
import { undoBy } from '../../kit/toasts/toasts.ts'
import { useUnsaved } from '../../kit/unsaved.ts'
import { newKey } from '../../plain-http.ts'
import { useCalendarWords, useGridWords } from '../../words/calendar-words.ts'
import { dateOf } from '../days.ts'
import { nameOf } from '../grid/describe.ts'
import type { Obstacle } from '../grid/marks.tsx'
import type { Selection } from '../selection.ts'
import { staysInCalendar } from '../stays-in-calendar.ts'
import { useDates } from './act-bar.tsx'
import { isRefusal, Refusal } from './refusal.tsx'

interface BlockPanelProps {
  selection: Selection
  /** Takes the nights that others have, to draw them. */
  refused: (obstacles: readonly Obstacle[]) => void
  openLead: (uid: string) => void
  /** Asks first where something was typed; `finish` does not. */
  close: () => void
  finish: () => void
}

export function BlockPanel({ selection, refused, openLead, ...ways }: BlockPanelProps) {
  const { block } = useCalendarWords()
  const words = useGridWords()
  const { agency } = useSession()
  const [notes, setNotes] = useState('')
  const leave = useUnsaved(notes.trim() !== '', staysInCalendar, ways.finish)
  const { lines, from, to } = selection
  const dates = useDates(from, to + 1)
  const client = useQueryClient()
  const write = useWrite(
    (given: { notes: string }, key) => {
      const [units, houses] = [true, false].map(isUnit =>
        lines.filter(({ unit }) => (unit !== null) === isUnit),
      )
      return call('POST /leads/blocks', {
        body: {
          agencyUid: agency.uid,
          propertyUids: houses!.map(({ house }) => house.propertyUid),
          unitUids: units!.map(({ id }) => id),
          from: dateOf(from),
          to: dateOf(to),
          notes: given.notes || null,
        },
        key,
      })
    },
    leave,
    ({ leads }) => ({
      text: toasts => toasts.blocked(dates),
      actions: [
        undoBy(async () => {
          for (const { uid } of leads) {
            await call('DELETE /leads/{uid}', { path: { uid }, key: newKey() })
          }
          for (const read of ['calendar', 'leads']) {
            void client.invalidateQueries({ queryKey: [read] })
          }
        }),
      ],
    }),
  )
  return (
    <SidePanel title={block.title} close={ways.close}>
      <p className="number">{dates}</p>
      <ul className="chosen-rows">
        {lines.map(line => (
          <li key={line.id}>{nameOf(line, words)}</li>
        ))}
      </ul>
      {lines.length > 1 ? <p className="quiet">{block.allOrNothing}</p> : null}
      <WriteForm
        write={write}
        given={() => ({ notes: notes.trim() })}
        submit={block.submit}
        close={leave}
        problem={
          isRefusal(write.error) ? (
            <Refusal error={write.error} lines={lines} {...{ refused, openLead }} />
          ) : undefined
        }
      >
        <TextArea
          label={block.notes}
          value={notes}
          change={setNotes}
          maxLength={10_000}
          autoFocus
        />
      </WriteForm>
    </SidePanel>
  )
}
