/** Options of pickers: objects of the agency by their name, and codes with their names. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { type Session, useSession } from '../../api/session.tsx'
import { languages, useLocalization } from '../../i18n/translations.tsx'
import { listProperties } from '../../shared/properties.query.ts'
import type { Option } from '../../ui/pickers/combo-box.tsx'
import type { PickerKind } from './field-options.ts'

type Loader = (session: Session, signal: AbortSignal) => Promise<Option[]>

/** Loaders of objects. Their queries share the first part of the key with the lists themselves. */
const loaders: Partial<Record<PickerKind, { key: string; load: Loader }>> = {
  property: {
    key: 'properties',
    load: async ({ agency }, signal) =>
      (await listProperties(agency.uid, signal)).map(({ propertyUid, name }) => {
        return { id: propertyUid, text: name }
      }),
  },
  owner: {
    key: 'owners',
    load: async ({ agency }, signal) => {
      const { owners } = await call('GET /owners', { query: { agencyUid: agency.uid }, signal })
      return owners.map(({ uid, ...owner }) => ({ id: uid, text: fullName(owner) }))
    },
  },
  employee: {
    key: 'staff',
    load: async ({ agency }, signal) => {
      const query = { agencyUid: agency.uid }
      const { employees } = await call('GET /employees', { query, signal })
      return employees.map(({ uid, ...employee }) => ({ id: uid, text: fullName(employee) }))
    },
  },
  serviceProvider: {
    key: 'service-providers',
    load: async ({ agency }, signal) => {
      const query = { agencyUid: agency.uid }
      const { serviceProviders } = await call('GET /service-providers', { query, signal })
      return serviceProviders.map(({ uid, name }) => ({ id: uid, text: name }))
    },
  },
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

const noOptions: readonly Option[] = []

/** Lists the options of a kind; none for null, and while they load. */
export function usePickerOptions(kind: PickerKind | null): readonly Option[] {
  const session = useSession()
  const { locale } = useLocalization()
  const loader = kind === null ? undefined : loaders[kind]
  const { data } = useQuery({
    queryKey: [loader?.key ?? 'no', 'options', session.agency.uid],
    queryFn: ({ signal }) => loader!.load(session, signal),
    enabled: loader !== undefined,
  })
  const codes = useMemo(
    () => (kind === null || loader ? noOptions : listCodes(kind, locale)),
    [kind, loader, locale],
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
