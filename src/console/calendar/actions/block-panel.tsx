/** Form that blocks nights of one row or of several: all or none. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { useSession } from '../../api/session.tsx'
import { useCalendarTranslations, useGridTranslations } from '../../i18n/calendar-translations.ts'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { dateOf } from '../../shared/days.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { WriteForm } from '../../shared/writes/write-form.tsx'
import { TextArea } from '../../ui/form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { undoAction } from '../../ui/toasts.ts'
import { lineName } from '../grid/aria-labels.ts'
import type { Obstacle } from '../grid/overlays.tsx'
import type { Selection } from '../selection.ts'
import { useDateRangeText } from './action-bar.tsx'
import { isNotAvailable, UnavailableNights } from './action-error.tsx'

interface BlockPanelProps {
  selection: Selection
  /** Marks the conflicting nights in the grid. */
  setObstacles: (obstacles: readonly Obstacle[]) => void
  openLead: (uid: string) => void
  /** Closes the form, after confirmation if it has input; `finish` needs none. */
  close: () => void
  finish: () => void
}

export function BlockPanel({ selection, setObstacles, openLead, ...handlers }: BlockPanelProps) {
  const { block } = useCalendarTranslations()
  const texts = useGridTranslations()
  const { agency } = useSession()
  const [notes, setNotes] = useState('')
  const leave = useUnsaved(notes.trim() !== '', staysOnPage, handlers.finish)
  const { lines, from, to } = selection
  const dates = useDateRangeText(from, to + 1)
  const client = useQueryClient()
  const write = useWrite(
    (input: { notes: string }, key) => {
      const unitLines = lines.filter(({ unit }) => unit !== null)
      const propertyLines = lines.filter(({ unit }) => unit === null)
      return call('POST /leads/blocks', {
        body: {
          agencyUid: agency.uid,
          propertyUids: propertyLines.map(({ property }) => property.propertyUid),
          unitUids: unitLines.map(({ id }) => id),
          from: dateOf(from),
          to: dateOf(to),
          notes: input.notes || null,
        },
        key,
      })
    },
    leave,
    ({ leads }) => ({
      text: toasts => toasts.blocked(dates),
      actions: [
        undoAction(async () => {
          for (const { uid } of leads) {
            await call('DELETE /leads/{uid}', { path: { uid }, key: newKey() })
          }
          for (const queryName of ['calendar', 'leads']) {
            void client.invalidateQueries({ queryKey: [queryName] })
          }
        }),
      ],
    }),
  )
  return (
    <SidePanel title={block.title} close={handlers.close}>
      <p className="number">{dates}</p>
      <ul className="chosen-rows">
        {lines.map(line => (
          <li key={line.id}>{lineName(line, texts)}</li>
        ))}
      </ul>
      {lines.length > 1 ? <p className="quiet">{block.allOrNothing}</p> : null}
      <WriteForm
        write={write}
        input={() => ({ notes: notes.trim() })}
        submit={block.submit}
        close={leave}
        problem={
          isNotAvailable(write.error) ? (
            <UnavailableNights error={write.error} lines={lines} {...{ setObstacles, openLead }} />
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
