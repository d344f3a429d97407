/** Changes of several objects, with the result of each. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { newKey } from '../../api/new-key.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { errorText } from '../../shared/problem.tsx'
import { withRetries } from '../../shared/writes/use-write.ts'
import { Icon } from '../../ui/icons.tsx'
import { addToast, undoAction } from '../../ui/toasts.ts'
import { change, type Versioned } from '../form/use-section.ts'
import { findEndpoint, queryName, readItem } from '../resource.query.ts'
import type { Item, Resource, ResourceTexts } from '../resource.ts'
import type { Selection } from './selection.ts'

const concurrency = 4
const failuresMax = 5

type Changes = Readonly<Record<string, unknown>>

interface Failure {
  item: Item
  error: unknown
}

interface Progress {
  isRunning: boolean
  total: number
  changed: number
  failures: readonly Failure[]
}

interface BulkBarProps {
  resource: Resource
  texts: ResourceTexts
  items: readonly Item[]
  selection: Selection
}

/** Replaces the filters while rows are selected. */
export function BulkBar({ resource, texts, items, selection }: BulkBarProps) {
  const kit = useResourceTranslations()
  const shared = useTranslations()
  const { progress, run, reset } = useBulk(resource, selection)
  const selected = items.filter(({ uid }) => selection.uids.has(uid))
  return (
    <div className="filter-bar" role="group" aria-label={kit.chosen(selected.length)}>
      <p role="status">
        <b>{kit.chosen(selected.length)}</b>
        {progress?.isRunning ? ` ${progress.changed} / ${progress.total}` : ''}
      </p>
      {Object.entries(resource.bulk ?? {}).map(([name, changes]) => (
        <Button
          key={name}
          className="button plain"
          isDisabled={progress?.isRunning ?? false}
          onPress={() => void run(changes, selected)}
        >
          {texts.bulk?.[name] ?? name}
        </Button>
      ))}
      <Button
        className="icon-button"
        aria-label={kit.clearChosen}
        onPress={() => {
          reset()
          selection.set([])
        }}
      >
        <Icon name="close" />
      </Button>
      {progress && progress.failures.length > 0 ? (
        <p className="bulk-failed" role="alert">
          {kit.changedAndFailed(progress.changed, progress.failures.length)}{' '}
          {progress.failures.slice(0, failuresMax).map(({ item, error }) => (
            <span key={item.uid}>
              <bdi>{resource.title(item)}</bdi> – {errorText(error, shared)}{' '}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  )
}

function useBulk(resource: Resource, selection: Selection) {
  const client = useQueryClient()
  const { changedCount } = useResourceTranslations()
  const [progress, setProgress] = useState<Progress | null>(null)
  const invalidate = () => client.invalidateQueries({ queryKey: [queryName(resource)] })
  const run = async (changes: Changes, items: readonly Item[]) => {
    const remaining = [...items]
    const done: Done[] = []
    const failures: Failure[] = []
    const report = (isRunning: boolean) =>
      setProgress({ isRunning, total: items.length, changed: done.length, failures: [...failures] })
    report(true)
    const runNext = async () => {
      for (let item = remaining.shift(); item; item = remaining.shift()) {
        try {
          done.push(await changeItem(resource, item.uid, changes))
        } catch (error) {
          failures.push({ item, error })
        }
        report(true)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, runNext))
    report(false)
    selection.set(failures.map(({ item }) => item.uid))
    void invalidate()
    if (done.length === 0) return
    const undo = () =>
      Promise.all(done.map(({ uid, before, after }) => save(resource, uid, before, after))).finally(
        invalidate,
      )
    addToast({ text: () => changedCount(done.length), actions: [undoAction(undo)] })
  }
  return { progress, run, reset: () => setProgress(null) }
}

/** Changed object, with the former values of the changed fields. */
interface Done {
  uid: string
  before: Changes
  after: Versioned
}

async function changeItem(resource: Resource, uid: string, changes: Changes): Promise<Done> {
  const latest = await withRetries(() => readItem(resource, uid))
  const values = latest.item as Record<string, unknown>
  const before = Object.fromEntries(Object.keys(changes).map(name => [name, values[name]]))
  return { uid, before, after: await save(resource, uid, changes, latest) }
}

function save(
  resource: Resource,
  uid: string,
  changes: Changes,
  base: Versioned,
): Promise<Versioned> {
  const key = newKey()
  return withRetries(() => change(findEndpoint(resource, uid)!, changes, base, key))
}
