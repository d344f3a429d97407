/** Options of pickers: objects of the agency by their name, and codes with their names. */
import { queryOptions, skipToken, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { languages, useLocalization } from '../../i18n/translations.tsx'
import { propertiesQuery } from '../../shared/properties.query.ts'
import { employeesQuery, fullName, serviceProvidersQuery } from '../../shared/staff.query.ts'
import type { Option } from '../../ui/pickers/combo-box.tsx'
import type { PickerKind } from './field-options.ts'

/** Queries of objects, which share their data with the other users of the same list. */
const queries: Partial<Record<PickerKind, (agencyUid: string) => OptionsQuery>> = {
  property: optionsQuery(propertiesQuery, ({ propertyUid, name }) => [propertyUid, name]),
  owner: optionsQuery(ownersQuery, ({ uid, ...owner }) => [uid, fullName(owner)]),
  employee: optionsQuery(employeesQuery, ({ uid, ...employee }) => [uid, fullName(employee)]),
  serviceProvider: optionsQuery(serviceProvidersQuery, ({ uid, name }) => [uid, name]),
}

type OptionsQuery = UseQueryOptions<unknown, Error, readonly Option[]>

/** Returns the query of a list with its items as options. */
function optionsQuery<T>(
  listQuery: (agencyUid: string) => UseQueryOptions<T[], Error, T[], string[]>,
  toOption: (item: T) => [id: string, text: string],
) {
  const select = (items: readonly T[]): Option[] =>
    items.map(toOption).map(([id, text]) => ({ id, text }))
  return (agencyUid: string) => ({ ...listQuery(agencyUid), select }) as unknown as OptionsQuery
}

function ownersQuery(agencyUid: string) {
  return queryOptions({
    queryKey: ['owners', agencyUid],
    queryFn: async ({ signal }) =>
      (await call('GET /owners', { query: { agencyUid }, signal })).owners,
  })
}

const noQuery: OptionsQuery = { queryKey: ['none'], queryFn: skipToken }

const noOptions: readonly Option[] = []

/** Lists the options of a kind; none for null, and while they load. */
export function usePickerOptions(kind: PickerKind | null): readonly Option[] {
  const { agency } = useSession()
  const { locale } = useLocalization()
  const query = kind === null ? undefined : queries[kind]
  const { data } = useQuery(query?.(agency.uid) ?? noQuery)
  const codes = useMemo(
    () => (kind === null || query ? noOptions : listCodes(kind, locale)),
    [kind, query, locale],
  )
  return data ?? codes
}

function listCodes(kind: PickerKind, locale: string): readonly Option[] {
  const [ids, type] = codesOf(kind)
  const names = type === null ? null : new Intl.DisplayNames(locale, { type })
  const toText = (id: string) => {
    const name = names?.of(id) ?? id.replaceAll('_', ' ')
    return type === 'currency' ? `${id} – ${name}` : name
  }
  const options = ids.map(id => ({ id, text: toText(id) }))
  return options.toSorted((a, b) => a.text.localeCompare(b.text, locale))
}

function codesOf(
  kind: PickerKind,
): [ids: string[], type: 'currency' | 'region' | 'language' | null] {
  if (kind === 'currency') return [Intl.supportedValuesOf('currency'), 'currency']
  if (kind === 'country') return [listCountries(), 'region']
  if (kind === 'timeZone') return [Intl.supportedValuesOf('timeZone'), null]
  return [Object.keys(languages), 'language']
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that browsers name but ISO 3166 does not assign to a country. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ'])

/** Lists the countries: all codes of two letters that the browser has a current name of. */
function listCountries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = letters.flatMap(first => letters.map(second => first + second))
  const named = codes.filter(code => names.of(code) !== undefined && !noCountries.has(code))
  return named.filter(code => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
}
