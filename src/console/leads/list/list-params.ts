/** Parameters of the lead list in its URL. Pure functions. */
import { dateOf, readDay } from '../../shared/days.ts'
import {
  type LeadFilters,
  type LeadStatus,
  type Stage,
  sorts,
  stages,
} from '../../shared/lead/leads.query.ts'
import { phases } from '../../shared/lead/stay-phase.ts'

const stageNames = Object.keys(stages) as Stage[]
const balances = ['DUE', 'PAID'] as const

const statuses = Object.values(stages).flatMap(
  (stageStatuses): readonly LeadStatus[] => stageStatuses ?? [],
)

export const noFilters = readFilters(new URLSearchParams())

export function readFilters(search: URLSearchParams): LeadFilters {
  const dueDay = readDay(search.get('due'))
  return {
    query: search.get('query') ?? '',
    stage: stageNames.find(option => option === search.get('stage')) ?? 'ALL',
    sort: sorts.find(option => option === search.get('sort')) ?? 'created',
    assignee: search.get('assignee') ?? '',
    balance: balances.find(option => option === search.get('balance')) ?? '',
    dueOn: dueDay === null ? '' : dateOf(dueDay),
    tags: (search.get('tags') ?? '').split(',').filter(tag => tag !== ''),
    statuses: statuses.filter(option => (search.get('status') ?? '').split(',').includes(option)),
    when: phases.find(option => option === search.get('when')) ?? '',
  }
}

/** Returns the URL parameters of filters; null omits one. */
function toParameters(filters: LeadFilters): Record<string, string | null> {
  const {
    query,
    stage,
    sort,
    assignee,
    balance,
    dueOn,
    tags,
    statuses: chosenStatuses,
    when,
  } = filters
  return {
    query: query.trim() || null,
    stage: stage === 'ALL' ? null : stage,
    sort: sort === 'created' ? null : sort,
    assignee: assignee || null,
    balance: balance || null,
    due: dueOn || null,
    tags: tags.join(',') || null,
    status: chosenStatuses.join(',') || null,
    when: when || null,
  }
}

/** Returns the query string of filters, always in the same order. */
export function toSearch(filters: LeadFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toParameters(filters))) {
    if (value !== null) search.set(name, value)
  }
  return search.toString()
}

/** Counts the filters that are not visible next to the list. */
export function countFilters(filters: LeadFilters): number {
  const { assignee, balance, dueOn, tags, statuses: chosenStatuses, when } = filters
  const choices = [assignee, balance, dueOn, when].filter(choice => choice !== '')
  return choices.length + [tags, chosenStatuses].filter(chosen => chosen.length > 0).length
}

/** Returns true if no filter is set. */
export function isUnfiltered(filters: LeadFilters): boolean {
  return filters.query === '' && filters.stage === 'ALL' && countFilters(filters) === 0
}
