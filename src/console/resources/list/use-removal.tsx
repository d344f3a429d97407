/** Deletion of objects from a list. */
import { Suspense, useState, useSyncExternalStore } from 'react'
import { findDelayed, onDelayed } from '../../api/delayed.ts'
import { lazyComponent } from '../../routing/lazy.ts'
import { useRemove } from '../resource.query.ts'
import type { Item, Resource, ResourceTexts } from '../resource.ts'

/** Returns the items without those that are being deleted. */
export function useVisible<I extends Item>(items: readonly I[]): I[] {
  const isRemoved = ({ uid }: I) => {
    const delayed = findDelayed(uid)
    return delayed?.action === 'remove' && delayed.state !== 'refused'
  }
  const read = () => items.filter(isRemoved).map(({ uid }) => uid)
  const removed = useSyncExternalStore(onDelayed, () => read().join(' '))
  return items.filter(({ uid }) => !removed.includes(uid))
}

const RemoveDialog = lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

interface Declared {
  resource: Resource
  texts: ResourceTexts
}

/**
 * Deletion with undo, or after a confirmation.
 *
 * @returns the function that starts it, and the open confirmation
 */
export function useRemoval({ resource, texts }: Declared, onRemove = () => {}) {
  const remove = useRemove(resource)
  const [item, setItem] = useState<Item | null>(null)
  const start = (item: Item) => {
    if (resource.remove === 'confirm') return setItem(item)
    remove(item)
    onRemove()
  }
  const confirm = () => {
    setItem(null)
    remove(item!, { isImmediate: true })
    onRemove()
  }
  const dialog = item ? (
    <Suspense>
      <RemoveDialog
        name={resource.title(item)}
        text={texts.removal ?? ''}
        confirm={confirm}
        close={() => setItem(null)}
      />
    </Suspense>
  ) : null
  return { start, dialog }
}
