/** Leads as a list: found by text, by stage, and sorted. */
import { useDeferredValue } from 'react'
import { Button } from 'react-aria-components/Button'
import { type ChangeAddress, useAddress } from '../address.ts'
import { useKeys } from '../frame/keys.ts'
import { Problem } from '../kit/problem.tsx'
import { useWords } from '../words/words.tsx'
import { LeadPanel } from './lead-panel.tsx'
import { LeadTable } from './lead-table.tsx'
import {
  type LeadsAsked,
  type Stage,
  sorts,
  stages,
  useLeads,
  useStageCounts,
} from './leads.read.ts'
import { LeadsHead } from './leads-head.tsx'
import { SavedViews } from './saved-views.tsx'

function read(search: URLSearchParams): LeadsAsked & { lead: string | null } {
  const names = Object.keys(stages) as Stage[]
  return {
    query: search.get('query') ?? '',
    stage: names.find(one => one === search.get('stage')) ?? 'ALL',
    sort: sorts.find(one => one === search.get('sort')) ?? 'created',
    lead: search.get('lead'),
  }
}

/** The address of what is looked at, always in the same order. */
function searchOf({ query, stage, sort }: LeadsAsked): string {
  const search = new URLSearchParams()
  if (query.trim() !== '') search.set('query', query.trim())
  if (stage !== 'ALL') search.set('stage', stage)
  if (sort !== 'created') search.set('sort', sort)
  return search.toString()
}

export function LeadsPage() {
  const words = useWords()
  const [{ lead, ...asked }, change] = useAddress(read)
  const query = useDeferredValue(asked.query.trim())
  const list = useLeads({ ...asked, query })
  const leads = list.data?.pages.flatMap(page => page.leads) ?? []
  useKeys({ '/': () => document.getElementById('lead-search')?.focus() })
  return (
    <section className="leads" aria-labelledby="leads-title">
      <div className="page-head">
        <LeadsHead shown="list" />
        <Filters asked={asked} change={change} />
        <SavedViews search={searchOf(asked)} />
        <Stages asked={asked} change={change} />
      </div>
      {list.error ? <Problem error={list.error} again={list.refetch} /> : null}
      {leads.length > 0 ? (
        <LeadTable leads={leads} open={uid => change({ lead: uid })} />
      ) : (
        <p className="empty">{list.isPending ? words.frame.loading : words.leads.none}</p>
      )}
      {list.hasNextPage ? (
        <Button
          className="button plain more"
          isDisabled={list.isFetchingNextPage}
          onPress={() => list.fetchNextPage()}
        >
          {words.leads.more}
        </Button>
      ) : null}
      {lead ? <LeadPanel key={lead} uid={lead} close={() => change({ lead: null })} /> : null}
    </section>
  )
}

interface FiltersProps {
  asked: LeadsAsked
  change: ChangeAddress
}

function Filters({ asked, change }: FiltersProps) {
  const words = useWords()
  return (
    <div className="filters">
      <input
        id="lead-search"
        className="field"
        type="search"
        aria-label={words.leads.search}
        placeholder={words.leads.searchHint}
        value={asked.query}
        onChange={({ target }) => change({ query: target.value }, { replace: true })}
      />
      <label className="sort">
        <span className="quiet">{words.leads.sort}</span>
        <select
          className="field"
          value={asked.sort}
          onChange={({ target }) =>
            change({ sort: target.value === 'created' ? null : target.value }, { replace: true })
          }
        >
          {sorts.map(sort => (
            <option key={sort} value={sort}>
              {words.leads.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Stages({ asked, change }: FiltersProps) {
  const words = useWords()
  const countOf = useStageCounts({ query: asked.query.trim() })
  return (
    <nav className="stages" aria-label={words.leads.stage}>
      {(Object.keys(stages) as Stage[]).map(stage => (
        <button
          key={stage}
          type="button"
          className="stage"
          aria-current={stage === asked.stage ? 'true' : undefined}
          onClick={() => change({ stage: stage === 'ALL' ? null : stage })}
        >
          {words.leads.stages[stage]} <span className="quiet number">{countOf(stage) ?? ''}</span>
        </button>
      ))}
    </nav>
  )
}
