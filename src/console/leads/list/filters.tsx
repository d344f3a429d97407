/** Finds leads by text, sorts them, and narrows them by who looks after them, money and tags. */
import { Button } from 'react-aria-components/Button'
import type { ChangeAddress } from '../../address.ts'
import { Input, Select } from '../../kit/form.tsx'
import { TagChoice } from '../../kit/tags/tag-choice.tsx'
import { FilterPopover } from '../../kit/views/filter-popover.tsx'
import { useLeadWords } from '../../words/lead-words.ts'
import { useWords } from '../../words/words.tsx'
import { type LeadStatus, type LeadsAsked, sorts, stages } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'
import { countOf } from './asked.ts'

export interface FiltersProps {
  asked: LeadsAsked
  change: ChangeAddress
}

export function Filters({ asked, change }: FiltersProps) {
  const words = useWords()
  return (
    <>
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
      <FilterMenu asked={asked} change={change} />
    </>
  )
}

function FilterMenu(props: FiltersProps) {
  const { list } = useLeadWords()
  const count = countOf(props.asked)
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

const names = ['assignee', 'balance', 'due', 'tags', 'status', 'when']
const nothing = Object.fromEntries(names.map(name => [name, null]))

interface StatusChoiceProps {
  asked: LeadsAsked
  set: (name: string, value: string) => void
}

/** Some of the statuses that the stage has. */
function StatusChoice({ asked: { stage, statuses }, set }: StatusChoiceProps) {
  const { leads, lead } = useWords()
  const { list } = useLeadWords()
  const all: readonly LeadStatus[] = stages[stage] ?? []
  const chosen = statuses.join(',')
  const named = [...all.map(one => [one] as const), ...(statuses.length > 1 ? [statuses] : [])]
  if (all.length < 2 && statuses.length === 0) return null
  return (
    <Select
      label={leads.columns.state}
      value={chosen}
      change={status => set('status', status)}
      options={[
        ['', list.any],
        ...named.map(some => {
          return [some.join(','), some.map(one => lead.statuses[one]).join(', ')] as const
        }),
      ]}
    />
  )
}

function FilterFields({ asked, change }: FiltersProps) {
  const words = useLeadWords()
  const { list } = words
  const { staff, nameOf } = useStaff()
  const set = (name: string, value: string) => change({ [name]: value || null }, { replace: true })
  return (
    <div className="form">
      <Select
        label={words.edit.assignee}
        value={asked.assignee}
        change={uid => set('assignee', uid)}
        options={[
          ['', list.anybody],
          ['none', words.nobody],
          ...staff.map(({ uid }) => [uid, nameOf.get(uid) ?? ''] as const),
        ]}
      />
      <Select
        label={list.balance}
        value={asked.balance}
        change={balance => set('balance', balance)}
        options={[['', list.any], ...Object.entries(list.balances)]}
      />
      <Input type="date" label={list.dueOn} value={asked.dueOn} change={date => set('due', date)} />
      <Select
        label={list.stay}
        value={asked.when}
        change={when => set('when', when)}
        options={[['', list.any], ...Object.entries(list.whens)]}
      />
      <StatusChoice asked={asked} set={set} />
      <TagChoice label={list.tags} tags={asked.tags} change={tags => set('tags', tags.join(','))} />
      <div className="form-end">
        <Button className="button plain" onPress={() => change(nothing, { replace: true })}>
          {list.clear}
        </Button>
      </div>
    </div>
  )
}
