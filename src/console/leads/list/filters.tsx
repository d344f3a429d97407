/** Search field, sorting, and filters of the lead list. */
import { Button } from 'react-aria-components/Button'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import type { ChangeAddress } from '../../routing/address.ts'
import { type LeadFilters, type LeadStatus, sorts, stages } from '../../shared/lead/leads.query.ts'
import { useStaff } from '../../shared/staff.query.ts'
import { TagChoice } from '../../shared/tags.tsx'
import { Input, Select } from '../../ui/form.tsx'
import { FilterPopover } from '../../ui/popover/filter-popover.tsx'
import { countFilters } from './list-params.ts'

export interface FiltersProps {
  filters: LeadFilters
  change: ChangeAddress
}

export function Filters({ filters, change }: FiltersProps) {
  const texts = useTranslations()
  return (
    <>
      <input
        id="lead-search"
        className="field"
        type="search"
        aria-label={texts.leads.search}
        placeholder={texts.leads.searchHint}
        value={filters.query}
        onChange={({ target }) => change({ query: target.value }, { replace: true })}
      />
      <label className="sort">
        <span className="quiet">{texts.leads.sort}</span>
        <select
          className="field"
          value={filters.sort}
          onChange={({ target }) =>
            change({ sort: target.value === 'created' ? null : target.value }, { replace: true })
          }
        >
          {sorts.map(sort => (
            <option key={sort} value={sort}>
              {texts.leads.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
      <FilterMenu filters={filters} change={change} />
    </>
  )
}

function FilterMenu(props: FiltersProps) {
  const { list } = useLeadTranslations()
  const count = countFilters(props.filters)
  return (
    <FilterPopover
      count={count}
      label={count > 0 ? list.on(count) : list.filter}
      title={list.which}
    >
      <FilterFields {...props} />
    </FilterPopover>
  )
}

const filterParameters = ['assignee', 'balance', 'due', 'tags', 'status', 'when']
const noFilters = Object.fromEntries(filterParameters.map(name => [name, null]))

interface StatusChoiceProps {
  filters: LeadFilters
  set: (name: string, value: string) => void
}

/** Field for statuses of the selected stage. */
function StatusChoice({ filters: { stage, statuses }, set }: StatusChoiceProps) {
  const { leads, lead } = useTranslations()
  const { list } = useLeadTranslations()
  const stageStatuses: readonly LeadStatus[] = stages[stage] ?? []
  const selectedStatuses = statuses.join(',')
  const options = [
    ...stageStatuses.map(status => [status] as const),
    ...(statuses.length > 1 ? [statuses] : []),
  ]
  if (stageStatuses.length < 2 && statuses.length === 0) return null
  return (
    <Select
      label={leads.columns.state}
      value={selectedStatuses}
      change={status => set('status', status)}
      options={[
        ['', list.any],
        ...options.map(group => {
          return [group.join(','), group.map(status => lead.statuses[status]).join(', ')] as const
        }),
      ]}
    />
  )
}

function FilterFields({ filters, change }: FiltersProps) {
  const texts = useLeadTranslations()
  const { list } = texts
  const { staff, namesByUid } = useStaff()
  const set = (name: string, value: string) => change({ [name]: value || null }, { replace: true })
  return (
    <div className="form">
      <Select
        label={texts.edit.assignee}
        value={filters.assignee}
        change={uid => set('assignee', uid)}
        options={[
          ['', list.anybody],
          ['none', texts.nobody],
          ...staff.map(({ uid }) => [uid, namesByUid.get(uid) ?? ''] as const),
        ]}
      />
      <Select
        label={list.balance}
        value={filters.balance}
        change={balance => set('balance', balance)}
        options={[['', list.any], ...Object.entries(list.balances)]}
      />
      <Input
        type="date"
        label={list.dueOn}
        value={filters.dueOn}
        change={date => set('due', date)}
      />
      <Select
        label={list.stay}
        value={filters.when}
        change={when => set('when', when)}
        options={[['', list.any], ...Object.entries(list.whens)]}
      />
      <StatusChoice filters={filters} set={set} />
      <TagChoice
        label={list.tags}
        tags={filters.tags}
        change={tags => set('tags', tags.join(','))}
      />
      <div className="form-end">
        <Button className="button plain" onPress={() => change(noFilters, { replace: true })}>
          {list.clear}
        </Button>
      </div>
    </div>
  )
}
