/** List of the objects of a noun: filters, bulk changes, table and export. */
import { type ComponentType, type ReactNode, useCallback, useDeferredValue } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link, useLocation } from 'wouter'
import { may, useSession } from '../../api/session.tsx'
import { countText } from '../../i18n/format.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { type ChangeAddress, useAddress } from '../../routing/address.ts'
import { usePageActions } from '../../shared/page-actions.ts'
import { Problem } from '../../shared/problem.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useKeys, useRowKeys } from '../../ui/keys.ts'
import { useFormats } from '../formats.ts'
import { findEndpoint, type ListParameters, useItems, useScope } from '../resource.query.ts'
import type { Item, Resource, ResourceTexts } from '../resource.ts'
import { BulkBar } from './bulk.tsx'
import { useExport } from './export.ts'
import { FilterBar, searchId } from './filter-bar.tsx'
import { ResourceTable } from './resource-table.tsx'
import { useSelection } from './selection.ts'
import { useRemoval, useVisible } from './use-removal.tsx'

interface ResourceListProps {
  resource: Resource
  texts: ResourceTexts
  below?: (item: Item) => ReactNode
  cells?: Readonly<Record<string, ComponentType<{ item: never }>>>
}

export function ResourceList({ resource, texts, below, cells }: ResourceListProps) {
  const { page, area } = resource
  const kit = useResourceTranslations()
  const { locale } = useLocalization()
  const session = useSession()
  const [, navigate] = useLocation()
  const mayChange = may(session, `${area}:write`)
  const { filters, sort, change, parameters } = useParameters(resource)
  const query = useItems(resource, useScope(resource), parameters)
  const items = useVisible(query.data?.pages.flatMap(({ items }) => items) ?? [])
  const total = query.data?.pages[0]?.total ?? null
  const loadMore = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  const selection = useSelection(items)
  const removal = useRemoval({ resource, texts })
  useRowKeys('.resource-table .row-button', loadMore)
  useKeys({ '/': () => document.getElementById(searchId)?.focus() })
  useKeys(mayChange ? { n: () => navigate(`${page}/new`) } : {}, { isCaptured: true })
  const formats = useFormats(resource, texts)
  const hasChoice = mayChange && resource.bulk !== undefined
  return (
    <section className="resource-page" aria-labelledby="resource-title">
      <div className="page-head">
        <div className="title-row">
          <h1 id="resource-title">{texts.many}</h1>
          <span className="quiet number">{countText(total, locale)}</span>
          {mayChange ? (
            <Link className="button link" href={`${page}/new`}>
              <Icon name="plus" />
              {texts.add}
            </Link>
          ) : null}
        </div>
        {selection.uids.size > 0 ? (
          <BulkBar {...{ resource, texts, items, selection }} />
        ) : (
          <div className="filter-bar">
            <FilterBar {...{ resource, texts, filters, change }} />
            <Export {...{ resource, texts }} parameters={parameters} />
          </div>
        )}
      </div>
      {query.error ? <Problem error={query.error} retry={query.refetch} /> : null}
      {items.length > 0 ? (
        <ResourceTable
          {...{ resource, texts, items, sort, formats }}
          list={JSON.stringify(parameters)}
          selection={hasChoice ? selection : null}
          setSort={column => change({ sort: column }, { replace: true })}
          hrefOf={({ uid }) => (findEndpoint(resource, uid) ? `${page}/${uid}` : null)}
          remove={mayChange && resource.remove ? removal.start : null}
          {...(below ? { below } : {})}
          {...(cells ? { cells } : {})}
        />
      ) : query.data ? (
        <Empty {...{ resource, texts, filters, change, mayChange }} />
      ) : null}
      {query.hasNextPage ? (
        <Button
          className="button plain more"
          isDisabled={query.isFetchingNextPage}
          onPress={loadMore}
        >
          {kit.more}
        </Button>
      ) : null}
      {removal.dialog}
    </section>
  )
}

/** Value of a filter in the address that clears one of the first filters. */
const cleared = 'all'

/** Filters and order in the address, and the parameters of the list for them. */
function useParameters(resource: Resource) {
  const { firstFilters = {} } = resource
  // biome-ignore lint/correctness/useExhaustiveDependencies: the declaration does not change
  const read = useCallback((search: URLSearchParams) => {
    const names = [Object.keys(resource.filters ?? {}), resource.query ?? []].flat()
    const values = names.map(name => [name, search.get(name) ?? firstFilters[name] ?? ''])
    const filters = values.filter(([, value]) => value !== '' && value !== cleared)
    return {
      filters: Object.fromEntries(filters) as ListParameters,
      sort: search.get('sort') ?? '',
    }
  }, [])
  const [{ filters, sort }, changeAddress] = useAddress(read)
  const change: ChangeAddress = (changes, options) => {
    const values = Object.entries(changes).map(([name, value]) => {
      return [name, !value && name in firstFilters ? cleared : value]
    })
    changeAddress(Object.fromEntries(values), options)
  }
  const deferred = useDeferredValue(filters)
  const parameters: ListParameters = { ...resource.sort?.[sort], ...deferred }
  return { filters, sort, change, parameters }
}

interface ExportProps {
  resource: Resource
  texts: ResourceTexts
  parameters: ListParameters
}

function Export({ resource, texts, parameters }: ExportProps) {
  const kit = useResourceTranslations()
  const { run, isPending, error } = useExport(resource, texts, parameters)
  usePageActions([{ name: kit.export, run: () => void run(null) }])
  return (
    <>
      <Button className="button plain export" isDisabled={isPending} onPress={() => run(null)}>
        <Icon name="download" />
        {kit.export}
      </Button>
      {error ? <Problem error={error} /> : null}
    </>
  )
}

interface EmptyProps {
  resource: Resource
  texts: ResourceTexts
  filters: ListParameters
  change: ChangeAddress
  mayChange: boolean
}

function Empty({ resource, texts, filters, change, mayChange }: EmptyProps) {
  const kit = useResourceTranslations()
  const { page, firstFilters = {} } = resource
  const names = Object.keys(filters)
  const isSearch = names.some(name => filters[name] !== firstFilters[name])
  return (
    <div className="empty-state">
      <Icon name={isSearch ? 'search' : 'page'} />
      <p>{isSearch ? kit.none : texts.empty}</p>
      {names.length > 0 ? (
        <Button
          className="button plain"
          onPress={() => change(Object.fromEntries(names.map(name => [name, null])))}
        >
          {kit.clear}
        </Button>
      ) : mayChange ? (
        <Link className="button link" href={`${page}/new`}>
          {texts.add}
        </Link>
      ) : null}
    </div>
  )
}
