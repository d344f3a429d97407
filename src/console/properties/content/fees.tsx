/** Fees and taxes of a property, in the order of their calculation. */
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { EmbeddedList } from '../../resources/list/embedded-list.tsx'
import { type Resource, resource } from '../../resources/resource.ts'
import type { Property } from '../property.query.ts'

const fees = resource({
  path: '/fees',
  one: 'fee',
  many: 'fees',
  page: '/properties',
  area: 'selling',
  scope: () => ({}),
  start: () => ({
    ...{ amountType: 'AMOUNT', type: 'CUSTOM', scope: 'PER_STAY', taxationRate: 0 },
    persons: 'ADULTS_AND_CHILDREN',
  }),
  title: ({ name }) => name,
  columns: [
    { name: 'name', show: ({ name }) => name },
    { name: 'amountType', show: ({ amountType }, { text }) => text(amountType) },
    { name: 'scope', show: ({ scope }, { text }) => text(scope) },
    { name: 'amount', align: 'end', show: ({ amount }) => amount },
    {
      name: 'taxationRate',
      align: 'end',
      show: ({ taxationRate }, { percent }) => percent(taxationRate),
    },
  ],
  sections: {
    fee: ['name', 'amountType', 'type', 'scope', 'amount', 'taxationRate', 'optional', 'offline'],
    rule: ['persons', 'maximumNights', 'longTermStayExemption'],
    channels: ['airbnbType', 'bookingDotComType', 'vrboType', 'hvmiType', 'attestation'],
  },
  fields: {
    amount: {
      unit: ({ scope }, currency) => (String(scope).startsWith('PERCENTAGE') ? '%' : currency),
    },
    taxationRate: { isShown: ({ amountType }) => amountType !== 'TAX' },
  },
  remove: 'undo',
})

export function Fees({ property: { uid, pricing } }: { property: Property }) {
  const { fees: texts } = usePropertyContentTranslations()
  const names = texts.values as Readonly<Record<string, string>>
  return (
    <div className="property-fees" data-field="fees">
      <EmbeddedList
        resource={inCurrency(pricing.currency)}
        texts={{ ...texts, values: names } as never}
        scope={{ propertyUid: uid }}
      />
    </div>
  )
}

/** Returns the declaration, with amounts in the currency of the property. */
function inCurrency(currency: string): Resource {
  const columns = fees.columns.map(column =>
    column.name === 'amount'
      ? {
          ...column,
          show: (
            { amount, scope }: { amount: number; scope: string },
            { money, percent }: Shown,
          ) => {
            if (scope.startsWith('PERCENTAGE')) return percent(amount / percentsOfOne)
            return currency === 'NONE' ? amount : money(amount, currency)
          },
        }
      : column,
  )
  return { ...fees, columns } as unknown as Resource
}

interface Shown {
  money: (amount: number, currency: string) => string
  percent: (share: number) => string
}

const percentsOfOne = 100
