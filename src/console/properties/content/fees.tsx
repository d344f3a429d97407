/** Fees and taxes of a property, in the order of their calculation. */
import type { BodyOf } from '../../api/response-types.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { EmbeddedList } from '../../resources/list/embedded-list.tsx'
import { type Item, resource } from '../../resources/resource.ts'
import type { Property } from '../property.query.ts'

const percentsOfOne = 100

/** Declares fees with amounts in the currency of the property. */
function feesIn(propertyCurrency: string) {
  return resource({
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
      {
        name: 'amount',
        align: 'end',
        show: ({ amount, scope }, { money, percent }) => {
          if (scope.startsWith('PERCENTAGE')) return percent(amount / percentsOfOne)
          return propertyCurrency === 'NONE' ? amount : money(amount, propertyCurrency)
        },
      },
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
}

type Fee = Pick<BodyOf<'POST /fees'>, 'amountType' | 'scope'>

/** Returns the rank of a fee in the calculation (contract/pricing.md §7, step 10). */
function rankOf({ amountType, scope }: Fee): number {
  if (amountType === 'TAX') return 2
  return scope === 'PERCENTAGE_OF_TOTAL' ? 1 : 0
}

/** Sorts fees by their rank; the list has each rank in the order of creation. */
const inOrderOfCalculation = (items: Item[]) =>
  items.toSorted((a, b) => rankOf(a as Item & Fee) - rankOf(b as Item & Fee))

export function Fees({ property: { uid, pricing } }: { property: Property }) {
  const { fees: texts } = usePropertyContentTranslations()
  return (
    <div className="property-fees" data-field="fees">
      <EmbeddedList
        resource={feesIn(pricing.currency)}
        // Fee types of channels have no names.
        texts={texts as never}
        scope={{ propertyUid: uid }}
        note={texts.note}
        arrange={inOrderOfCalculation}
      />
    </div>
  )
}
