/** List of leads with search, filters, sorting and bulk actions. */
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { may, useSession } from '../api/session.tsx'
import { countText } from '../i18n/format.ts'
import { useLeadTranslations } from '../i18n/lead-translations.ts'
import { useLocalization, useTranslations } from '../i18n/translations.tsx'
import { useAddress } from '../routing/address.ts'
import { LeadPanel } from '../shared/lead/lead-panel.tsx'
import {
  type LeadFilters,
  type Stage,
  stages,
  useLeads,
  useStageCounts,
} from '../shared/lead/leads.query.ts'
import { usePageActions } from '../shared/page-actions.ts'
import { Problem } from '../shared/problem.tsx'
import { Icon } from '../ui/icons.tsx'
import { useKeys, useRowKeys } from '../ui/keys.ts'
import { LeadsHead } from './leads-head.tsx'
import { useBulk } from './list/bulk.query.ts'
import { BulkBar } from './list/bulk-bar.tsx'
import { useExport } from './list/export.query.ts'
import { Filters, type FiltersProps } from './list/filters.tsx'
import { LeadTable } from './list/lead-table.tsx'
import { isUnfiltered, readFilters, toSearch } from './list/list-params.ts'
import { SavedViews } from './list/saved-views.tsx'

function readAddress(search: URLSearchParams) {
  return { filters: readFilters(search), lead: search.get('reservation') }
}

const noUids: ReadonlySet<string> = new Set()

export function LeadsPage() {
  const texts = useTranslations()
  const session = useSession()
  const [{ lead, filters: typedFilters }, changeAddress] = useAddress(readAddress)
  const query = useDeferredValue(typedFilters.query.trim())
  const filters = useMemo(() => ({ ...typedFilters, query }), [typedFilters, query])
  const leadQuery = useLeads(filters)
  const leads = leadQuery.data?.pages.flatMap(page => page.leads) ?? []
  // The previous list remains visible while the next one loads.
  const lastLoaded = useRef(filters)
  if (!leadQuery.isPlaceholderData) lastLoaded.current = filters
  const loadedFilters = lastLoaded.current
  const open = useCallback((uid: string) => changeAddress({ reservation: uid }), [changeAddress])
  const [selectedUids, setSelectedUids] = useState(noUids)
  const bulk = useBulk(failedUids => setSelectedUids(new Set(failedUids)))
  const mayChange = may(session, 'bookings:write')
  const loadMore = () => {
    if (leadQuery.hasNextPage && !leadQuery.isFetchingNextPage) void leadQuery.fetchNextPage()
  }
  const openNext = (offset: number) => {
    const next = leads[leads.findIndex(({ uid }) => uid === lead) + offset]
    if (next) changeAddress({ reservation: next.uid }, { replace: true })
    else if (offset > 0) loadMore()
  }
  useKeys({
    '/': () => document.getElementById('lead-search')?.focus(),
    // Registered before the row keys: these also change the lead of the open panel.
    ...(lead ? { j: () => openNext(1), k: () => openNext(-1) } : {}),
  })
  useRowKeys('.lead-table .row-button', loadMore)
  return (
    <section className="leads" aria-labelledby="leads-title">
      <div className="page-head">
        <LeadsHead current="list" />
        <div className="filters">
          <Filters filters={typedFilters} change={changeAddress} />
          <Export filters={filters} />
        </div>
        <SavedViews search={toSearch(typedFilters)} />
        <Stages filters={typedFilters} change={changeAddress} />
      </div>
      {leadQuery.error ? <Problem error={leadQuery.error} retry={leadQuery.refetch} /> : null}
      {leads.length > 0 ? (
        <LeadTable
          {...{ leads, open }}
          filters={loadedFilters}
          selection={mayChange ? { uids: selectedUids, setUids: setSelectedUids } : null}
        />
      ) : leadQuery.error ? null : (
        <p className="empty">
          {leadQuery.isPending
            ? texts.frame.loading
            : texts.leads[isUnfiltered(filters) ? 'noneYet' : 'none']}
        </p>
      )}
      {leadQuery.hasNextPage ? (
        <Button
          className="button plain more"
          isDisabled={leadQuery.isFetchingNextPage}
          onPress={loadMore}
        >
          {texts.leads.more}
        </Button>
      ) : null}
      <BulkBar
        leads={leads.filter(({ uid }) => selectedUids.has(uid))}
        bulk={bulk}
        clear={() => setSelectedUids(noUids)}
      />
      {lead ? (
        <LeadPanel key={lead} uid={lead} close={() => changeAddress({ reservation: null })} />
      ) : null}
    </section>
  )
}

function Export({ filters }: { filters: LeadFilters }) {
  const { list } = useLeadTranslations()
  const { form } = useTranslations()
  const { run, isPending, error } = useExport(filters)
  usePageActions([{ name: list.export, run: () => void run(null) }])
  return (
    <>
      <Button className="button plain export" isDisabled={isPending} onPress={() => run(null)}>
        <Icon name="download" />
        {isPending ? form.sending : list.export}
      </Button>
      {error ? <Problem error={error} /> : null}
    </>
  )
}

function Stages({ filters, change: changeAddress }: FiltersProps) {
  const { texts, locale } = useLocalization()
  const getCount = useStageCounts({ ...filters, query: filters.query.trim() })
  return (
    <nav className="stages lead-stages" aria-label={texts.leads.stage}>
      {(Object.keys(stages) as Stage[]).map(stage => (
        <button
          key={stage}
          type="button"
          className="stage"
          aria-current={stage === filters.stage ? 'true' : undefined}
          onClick={() => changeAddress({ stage: stage === 'ALL' ? null : stage, status: null })}
        >
          {texts.leads.stages[stage]}{' '}
          <span className="quiet number">{countText(getCount(stage), locale)}</span>
        </button>
      ))}
    </nav>
  )
}
