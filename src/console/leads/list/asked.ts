/** What is asked of the list of leads, as its address says it. Pure. */
import { dateOf, readDay } from '../../calendar/days.ts'
import { type LeadStatus, type LeadsAsked, type Stage, sorts, stages } from '../leads.read.ts'
import { whens } from '../when.ts'

const names = Object.keys(stages) as Stage[]
const balances = ['DUE', 'PAID'] as const

const statuses = Object.values(stages).flatMap((of): readonly LeadStatus[] => of ?? [])

export const everything = readAsked(new URLSearchParams())

export function readAsked(search: URLSearchParams): LeadsAsked {
  const due = readDay(search.get('due'))
  return {
    query: search.get('query') ?? '',
    stage: names.find(one => one === search.get('stage')) ?? 'ALL',
    sort: sorts.find(one => one === search.get('sort')) ?? 'created',
    assignee: search.get('assignee') ?? '',
    balance: balances.find(one => one === search.get('balance')) ?? '',
    dueOn: due === null ? '' : dateOf(due),
    tags: (search.get('tags') ?? '').split(',').filter(tag => tag !== ''),
    statuses: statuses.filter(one => (search.get('status') ?? '').split(',').includes(one)),
    when: whens.find(one => one === search.get('when')) ?? '',
  }
}

/** What the address of a list has; null: it does not. */
function parametersOf(asked: LeadsAsked): Record<string, string | null> {
  const { query, stage, sort, assignee, balance, dueOn, tags, statuses: some, when } = asked
  return {
    query: query.trim() || null,
    stage: stage === 'ALL' ? null : stage,
    sort: sort === 'created' ? null : sort,
    assignee: assignee || null,
    balance: balance || null,
    due: dueOn || null,
    tags: tags.join(',') || null,
    status: some.join(',') || null,
    when: when || null,
  }
}

/** The address of what is looked at, always in the same order. */
export function searchOf(asked: LeadsAsked): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parametersOf(asked))) {
    if (value !== null) search.set(name, value)
  }
  return search.toString()
}

/** How many filters there are that do not show beside the list. */
export function countOf(asked: LeadsAsked): number {
  const { assignee, balance, dueOn, tags, statuses: some, when } = asked
  const words = [assignee, balance, dueOn, when].filter(word => word !== '')
  return words.length + [tags, some].filter(chosen => chosen.length > 0).length
}

/** Whether nothing is left out. */
export function isAll(asked: LeadsAsked): boolean {
  return asked.query === '' && asked.stage === 'ALL' && countOf(asked) === 0
}
