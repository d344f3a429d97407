/** Search field, active filters and saved views of a list. */
import { useLocation } from 'wouter'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import type { ChangeAddress } from '../../routing/address.ts'
import { SavedViews } from '../../shared/saved-views/saved-views.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Select } from '../../ui/form.tsx'
import { FilterPopover } from '../../ui/popover/filter-popover.tsx'
import { usePickerOptions } from '../form/picker-options.query.ts'
import type { ListParameters } from '../resource.query.ts'
import { nameText, type Resource, type ResourceTexts } from '../resource.ts'

interface FilterBarProps {
  resource: Resource
  texts: ResourceTexts
  filters: ListParameters
  change: ChangeAddress
}

/** Id of the search field, for its shortcut. */
export const searchId = 'resource-search'

export function FilterBar(props: FilterBarProps) {
  const { resource, texts, filters, change } = props
  const kit = useResourceTranslations()
  const active = Object.keys(resource.filters ?? {}).filter(name => filters[name])
  const clear = () => change(Object.fromEntries(active.map(name => [name, null])))
  return (
    <>
      {resource.query ? (
        <input
          id={searchId}
          className="field"
          type="search"
          aria-label={kit.search(texts.many)}
          placeholder={kit.search(texts.many)}
          value={filters[resource.query] ?? ''}
          onChange={({ target }) => change({ [resource.query!]: target.value }, { replace: true })}
        />
      ) : null}
      <FilterPopover
        count={active.length}
        label={active.length > 0 ? kit.filters(active.length) : kit.filter}
        title={kit.filter}
      >
        <FilterFields {...props} />
      </FilterPopover>
      {active.map(name => (
        <FilterChip key={name} {...props} name={name} />
      ))}
      {active.length > 1 ? (
        <button type="button" className="link-button" onClick={clear}>
          {kit.clear}
        </button>
      ) : null}
    </>
  )
}

/** Lists the values of a filter with their names. */
function useFilterOptions({ resource, texts }: FilterBarProps, name: string) {
  const filter = resource.filters?.[name]
  const picked = usePickerOptions(typeof filter === 'string' ? filter : null)
  if (Array.isArray(filter)) {
    return (filter as readonly string[]).map(
      value => [value, texts.values[value] ?? value] as const,
    )
  }
  return picked.map(({ id, text }) => [id, text] as const)
}

function FilterChip({ name, ...props }: FilterBarProps & { name: string }) {
  const { resource: _, texts, filters, change } = props
  const kit = useResourceTranslations()
  const label = nameText(texts, name)
  const value = useFilterOptions(props, name).find(([id]) => id === filters[name])?.[1]
  return (
    <Chip removeText={kit.removeFilter(label)} remove={() => change({ [name]: null })}>
      {label}: <bdi>{value ?? filters[name]}</bdi>
    </Chip>
  )
}

function FilterFields(props: FilterBarProps) {
  const { resource, filters } = props
  const kit = useResourceTranslations()
  const [, navigate] = useLocation()
  return (
    <div className="form">
      {Object.keys(resource.filters ?? {}).map(name => (
        <FilterField key={name} {...props} name={name} />
      ))}
      <SavedViews
        page={resource.page.slice(1)}
        search={String(new URLSearchParams({ ...filters }))}
        show={search => navigate(`${resource.page}?${search}`)}
        texts={kit.views}
      />
    </div>
  )
}

function FilterField({ name, ...props }: FilterBarProps & { name: string }) {
  const { texts, filters, change } = props
  const kit = useResourceTranslations()
  const options = useFilterOptions(props, name)
  return (
    <Select
      label={nameText(texts, name)}
      value={filters[name] ?? ''}
      change={value => change({ [name]: value }, { replace: true })}
      options={[['', kit.any], ...options]}
    />
  )
}
