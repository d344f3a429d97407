/** Leads as a list: found by text, by stage and more, sorted, and done something with together. */
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useAddress } from '../address.ts'
import { may, useSession } from '../api/session.tsx'
import { useKeys } from '../frame/keys.ts'
import { usePageActs } from '../frame/page-acts.ts'
import { useRowKeys } from '../frame/row-keys.ts'
import { Icon } from '../kit/icons.tsx'
import { Problem } from '../kit/problem.tsx'
import { countText } from '../words/format.ts'
import { useLeadWords } from '../words/lead-words.ts'
import { useSpoken, useWords } from '../words/words.tsx'
import { LeadPanel } from './lead-panel.tsx'
import { type LeadsAsked, type Stage, stages, useLeads, useStageCounts } from './leads.read.ts'
import { LeadsHead } from './leads-head.tsx'
import { isAll, readAsked, searchOf } from './list/asked.ts'
import { useBulk } from './list/bulk.read.ts'
import { BulkBar } from './list/bulk-bar.tsx'
import { useExport } from './list/export.read.ts'
import { Filters, type FiltersProps } from './list/filters.tsx'
import { LeadTable } from './list/lead-table.tsx'
import { SavedViews } from './list/saved-views.tsx'

function read(search: URLSearchParams) {
  return { asked: readAsked(search), lead: search.get('lead') }
}

const nobody: ReadonlySet<string> = new Set()

export function LeadsPage() {
  const words = useWords()
  const session = useSession()
  const [{ lead, asked: typed }, change] = useAddress(read)
  const query = useDeferredValue(typed.query.trim())
  const asked = useMemo(() => ({ ...typed, query }), [typed, query])
  const list = useLeads(asked)
  const leads = list.data?.pages.flatMap(page => page.leads) ?? []
  // The former list is shown while another one is read.
  const lastAsked = useRef(asked)
  if (!list.isPlaceholderData) lastAsked.current = asked
  const shownFor = lastAsked.current
  const open = useCallback((uid: string) => change({ lead: uid }), [change])
  const [uids, set] = useState(nobody)
  const bulk = useBulk(left => set(new Set(left)))
  const mayChange = may(session, 'bookings:write')
  const more = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  }
  const openNext = (by: number) => {
    const next = leads[leads.findIndex(({ uid }) => uid === lead) + by]
    if (next) change({ lead: next.uid }, { replace: true })
    else if (by > 0) more()
  }
  useKeys({
    '/': () => document.getElementById('lead-search')?.focus(),
    // Before the keys of rows: the panel goes along.
    ...(lead ? { j: () => openNext(1), k: () => openNext(-1) } : {}),
  })
  useRowKeys('.lead-table .row-button', more)
  return (
    <section className="leads" aria-labelledby="leads-title">
      <div className="page-head">
        <LeadsHead shown="list" />
        <div className="filters">
          <Filters asked={typed} change={change} />
          <Export asked={asked} />
        </div>
        <SavedViews search={searchOf(typed)} />
        <Stages asked={typed} change={change} />
      </div>
      {list.error ? <Problem error={list.error} again={list.refetch} /> : null}
      {leads.length > 0 ? (
        <LeadTable
          {...{ leads, open }}
          asked={shownFor}
          chosen={mayChange ? { uids, set } : null}
        />
      ) : list.error ? null : (
        <p className="empty">
          {list.isPending ? words.frame.loading : words.leads[isAll(asked) ? 'noneYet' : 'none']}
        </p>
      )}
      {list.hasNextPage ? (
        <Button className="button plain more" isDisabled={list.isFetchingNextPage} onPress={more}>
          {words.leads.more}
        </Button>
      ) : null}
      <BulkBar
        leads={leads.filter(({ uid }) => uids.has(uid))}
        bulk={bulk}
        clear={() => set(nobody)}
      />
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

function Export({ asked }: { asked: LeadsAsked }) {
  const { list } = useLeadWords()
  const { form } = useWords()
  const { run, isPending, error } = useExport(asked)
  usePageActs([{ name: list.export, run: () => void run(null) }])
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

function Stages({ asked, change }: FiltersProps) {
  const { words, locale } = useSpoken()
  const countOf = useStageCounts({ ...asked, query: asked.query.trim() })
  return (
    <nav className="stages lead-stages" aria-label={words.leads.stage}>
      {(Object.keys(stages) as Stage[]).map(stage => (
        <button
          key={stage}
          type="button"
          className="stage"
          aria-current={stage === asked.stage ? 'true' : undefined}
          onClick={() => change({ stage: stage === 'ALL' ? null : stage, status: null })}
        >
          {words.leads.stages[stage]}{' '}
          <span className="quiet number">{countText(countOf(stage), locale)}</span>
        </button>
      ))}
    </nav>
  )
}
