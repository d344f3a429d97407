/** List of objects inside the page of another one; a side panel edits them. */
import type { ComponentType } from 'react'
import { Button } from 'react-aria-components/Button'
import { useLocation } from 'wouter'
import { may, useSession } from '../../api/session.tsx'
import { useAddress } from '../../routing/address.ts'
import { closeForms } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useFormats } from '../formats.ts'
import { ItemForm, NewForm } from '../item-form.tsx'
import {
  findEndpoint,
  type ListParameters,
  queryName,
  useItem,
  useItems,
} from '../resource.query.ts'
import type { Item, Resource, ResourceTexts, TextsOf } from '../resource.ts'
import { ResourceTable } from './resource-table.tsx'
import { useRemoval, useVisible } from './use-removal.tsx'

interface EmbeddedListProps<R extends Resource> {
  resource: R
  texts: TextsOf<R>
  /** Parameters of the list, which a new object has, too. */
  scope: ListParameters
  /** Sentence below the title, if the list is not empty. */
  note?: string
  /** Chooses and sorts the objects. */
  arrange?: (items: Item[]) => Item[]
  /** Content of cells by the name of their column. */
  cells?: Readonly<Record<string, ComponentType<{ item: never }>>>
  /** Milliseconds until the list is read again. */
  refetchMs?: (items: Item[]) => number | false
}

const readOpen = (search: URLSearchParams) => search.get('edit')?.split(' ') ?? []

export function EmbeddedList<R extends Resource>(props: EmbeddedListProps<R>) {
  const { resource, scope, note, arrange = all => all, cells = {}, refetchMs } = props
  const texts = props.texts as unknown as ResourceTexts
  const mayChange = may(useSession(), `${resource.area}:write`)
  const [path] = useLocation()
  const [[openList, uid], change] = useAddress(readOpen)
  // A page may have several lists.
  const name = queryName(resource)
  const openUid = openList === name ? uid : undefined
  const { data, error, refetch } = useItems(resource, scope, {}, refetchMs)
  const items = useVisible(arrange(data?.pages.flatMap(page => page.items) ?? []))
  const removal = useRemoval({ resource, texts })
  const formats = useFormats(resource, texts)
  const close = () => closeForms(() => change({ edit: null }))
  return (
    <section className="card embedded-list" aria-label={texts.many}>
      <div className="title-row">
        <h2>{texts.many}</h2>
        {mayChange ? (
          <Button className="button plain" onPress={() => change({ edit: `${name} new` })}>
            <Icon name="plus" />
            {texts.add}
          </Button>
        ) : null}
      </div>
      {note && items.length > 0 ? <p className="quiet small">{note}</p> : null}
      {error ? <Problem error={error} retry={refetch} /> : null}
      {items.length > 0 ? (
        <ResourceTable
          {...{ resource, texts, items, formats, cells }}
          list={scope}
          selection={null}
          sort=""
          setSort={() => {}}
          hrefOf={({ uid }) => (findEndpoint(resource, uid) ? `${path}?edit=${name}+${uid}` : null)}
          remove={mayChange && resource.remove ? removal.start : null}
        />
      ) : data ? (
        <p className="quiet">{texts.empty}</p>
      ) : null}
      {removal.dialog}
      {openUid === 'new' ? (
        <SidePanel title={texts.add} close={close}>
          <NewForm
            {...{ resource, texts, close }}
            fixed={scope}
            onCreate={() => change({ edit: null })}
          />
        </SidePanel>
      ) : openUid ? (
        <EditPanel key={openUid} {...{ resource, texts, close }} uid={openUid} />
      ) : null}
    </section>
  )
}

interface EditPanelProps {
  resource: Resource
  texts: ResourceTexts
  uid: string
  close: () => void
}

function EditPanel({ resource, texts, uid, close }: EditPanelProps) {
  const { data, error, refetch, receive } = useItem(resource, uid)
  return (
    <SidePanel title={data ? resource.title(data.item as Item) : texts.one} close={close}>
      {error ? <Problem error={error} retry={refetch} /> : null}
      {data ? <ItemForm {...{ resource, texts, uid, receive }} latest={data} /> : null}
    </SidePanel>
  )
}
