/** Deletion of objects from a list. */
import { useState, useSyncExternalStore } from 'react'
import { findDelayed, onDelayed } from '../../api/delayed.ts'
import { useRemove } from '../resource.query.ts'
import type { Item, Resource } from '../resource.ts'

/** Returns the items without those that are being deleted. */
export function useVisible(items: readonly Item[]): Item[] {
  const isRemoved = ({ uid }: Item) => {
    const delayed = findDelayed(uid)
    return delayed?.action === 'remove' && delayed.state !== 'refused'
  }
  const read = () => items.filter(isRemoved).map(({ uid }) => uid)
  const removed = useSyncExternalStore(onDelayed, () => read().join(' '))
  return items.filter(({ uid }) => !removed.includes(uid))
}

/** Deletion with undo, or after a confirmation of `item`. */
export function useRemoval(resource: Resource, onRemove = () => {}) {
  const remove = useRemove(resource)
  const [item, setItem] = useState<Item | null>(null)
  return {
    item,
    start: (item: Item) => {
      if (resource.remove === 'confirm') return setItem(item)
      remove(item)
      onRemove()
    },
    confirm: (item: Item) => {
      setItem(null)
      remove(item, { isImmediate: true })
      onRemove()
    },
    close: () => setItem(null),
  }
}
