/** Table of objects; rendered as a list on phones. */
import type { ComponentType, ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useLiveList } from '../../ui/lists/live-list.ts'
import { useHeld } from '../../ui/lists/use-held.ts'
import {
  type Formats,
  type Item,
  nameText,
  type Resource,
  type ResourceTexts,
} from '../resource.ts'
import type { Selection } from './selection.ts'

export interface ResourceTableProps {
  resource: Resource
  texts: ResourceTexts
  items: readonly Item[]
  /** Identity of the list: a change discards removed rows. */
  list: unknown
  formats: Formats
  /** Null if the user may change nothing. */
  selection: Selection | null
  sort: string
  setSort: (column: string | null) => void
  /** Returns the address of an object, or null if it has no page. */
  hrefOf: (item: Item) => string | null
  remove: ((item: Item) => void) | null
  /** Content of a second row of each object. */
  below?: (item: Item) => ReactNode
  /** Content of cells by the name of their column, instead of the text. */
  cells?: Readonly<Record<string, ComponentType<{ item: never }>>>
}

export function ResourceTable(props: ResourceTableProps) {
  const { resource, texts, items, list, selection, below } = props
  const { live } = useTranslations()
  const { isHeld, held } = useHeld()
  const options = { getKey, isHeld, list, appendsMore: true }
  const { rows, waiting, show } = useLiveList(items, options)
  return (
    <div className="resource-rows" {...held}>
      <div className="news-bar">
        {waiting > 0 ? (
          <Button className="button small" onPress={show}>
            {live.show(waiting)}
          </Button>
        ) : null}
      </div>
      <table className="table resource-table" aria-label={texts.many}>
        <Head {...props} />
        {rows.map(({ item, isRemoved }) => (
          <tbody key={item.uid} className={isRemoved ? 'is-gone' : undefined}>
            <Row {...props} item={item} />
            {below ? (
              <tr className="below">
                <td colSpan={resource.columns.length + (selection ? 2 : 1)}>{below(item)}</td>
              </tr>
            ) : null}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const getKey = ({ uid }: Item) => uid

function Head({ resource, texts, items, selection, sort, setSort }: ResourceTableProps) {
  const { chooseAll, actions } = useResourceTranslations()
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className="choice">
            <input
              type="checkbox"
              aria-label={chooseAll}
              checked={items.every(({ uid }) => selection.uids.has(uid))}
              onChange={() => selection.toggleAll(items)}
            />
          </th>
        ) : null}
        {resource.columns.map(({ name, align }) => (
          <th
            key={name}
            scope="col"
            className={align === 'end' ? 'amount' : undefined}
            aria-sort={sort === name ? 'descending' : undefined}
          >
            {resource.sort?.[name] ? (
              <button
                type="button"
                className="sort-button"
                onClick={() => setSort(sort === name ? null : name)}
              >
                {nameText(texts, name)}
                {sort === name ? <Icon name="down" /> : null}
              </button>
            ) : (
              nameText(texts, name)
            )}
          </th>
        ))}
        <th scope="col" className="row-actions">
          <span className="for-readers">{actions}</span>
        </th>
      </tr>
    </thead>
  )
}

function Row({ item, ...props }: ResourceTableProps & { item: Item }) {
  const { resource, texts, formats, selection, hrefOf, remove, cells = {} } = props
  const { choose, removeOne } = useResourceTranslations()
  const title = resource.title(item)
  const href = hrefOf(item)
  const isSelected = selection?.uids.has(item.uid) ?? false
  return (
    <tr className={isSelected ? 'is-chosen' : undefined}>
      {selection ? (
        <td className="choice">
          <input
            type="checkbox"
            data-uid={item.uid}
            aria-label={choose(title)}
            checked={isSelected}
            onChange={event => selection.toggle(item.uid, isShift(event.nativeEvent))}
          />
        </td>
      ) : null}
      {resource.columns.map((column, i) => {
        const value = column.show(item, formats)
        const Cell = cells[column.name]
        const content = Cell ? <Cell item={item as never} /> : <bdi>{value}</bdi>
        return (
          <td
            key={column.name}
            className={[i === 0 ? 'first' : '', column.align === 'end' ? 'amount number' : '']
              .join(' ')
              .trim()}
            title={value === null ? undefined : String(value)}
            data-label={nameText(texts, column.name)}
          >
            {i > 0 || href === null ? (
              content
            ) : (
              <Link href={href} className="row-button row-link" data-uid={item.uid}>
                {content}
              </Link>
            )}
          </td>
        )
      })}
      <td className="row-actions">
        {remove ? (
          <Button
            className="icon-button small"
            aria-label={removeOne(title)}
            onPress={() => remove(item)}
          >
            <Icon name="trash" />
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

function isShift(event: Event): boolean {
  return 'shiftKey' in event && event.shiftKey === true
}
