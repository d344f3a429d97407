/** Discounts by the days between booking and arrival: last minute, and early bird. */
import { Button } from 'react-aria-components/Button'
import type { BodyOf } from '../../api/response-types.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import type { ListEditorProps } from '../../resources/form/field-options.ts'
import type { FormValue } from '../../resources/form/form-values.ts'
import { Input } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'

type Rules = NonNullable<BodyOf<'PUT /property-pricing-rules/{propertyUid}'>['pricingRules']>

/** Rule in the form; a field that is empty has no number. */
type Rule = Omit<Rules[number], 'threshold' | 'priceChange'> & {
  threshold: number | null
  priceChange: number | null
}

const ruleTypes = ['LAST_MINUTE_DISCOUNT', 'EARLY_BIRD_DISCOUNT'] as const
const daysMax = 2_147_483_647
const percentMax = 100
const rulesMax = 50

const parse = (text: string) => JSON.parse(text) as Rule

export function BookingTimeRules({ label, value, change }: ListEditorProps) {
  const { rules: texts } = usePropertyContentTranslations().discounts
  const { removeOne } = useResourceTranslations()
  const rules = value.map(parse)
  const set = (next: Rule[]) => change(next.map(rule => JSON.stringify(rule)))
  return (
    <fieldset className="form-field booking-time-rules">
      <legend className="label">{label}</legend>
      <ul>
        {rules.map((rule, i) => {
          const { title, days } = texts[rule.ruleType]
          const update = (changes: Partial<Rule>) => set(rules.with(i, { ...rule, ...changes }))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new rule has no uid
            <li key={i} aria-label={title}>
              <Input
                label={days}
                type="number"
                min={0}
                max={daysMax}
                step={1}
                isRequired
                value={rule.threshold === null ? '' : String(rule.threshold)}
                change={text => update({ threshold: toNumber(text) })}
              />
              <Input
                label={texts.discount}
                type="number"
                min={0}
                max={percentMax}
                step="any"
                unit="%"
                isRequired
                // A negative change is the same discount (contract/pricing.md §6.1).
                value={rule.priceChange === null ? '' : String(Math.abs(rule.priceChange))}
                change={text => update({ priceChange: toNumber(text) })}
              />
              <Button
                className="icon-button"
                aria-label={removeOne(title)}
                onPress={() => set(rules.toSpliced(i, 1))}
              >
                <Icon name="trash" />
              </Button>
            </li>
          )
        })}
      </ul>
      <div className="button-row">
        {ruleTypes.map(ruleType => (
          <Button
            key={ruleType}
            className="button plain small"
            isDisabled={rules.length >= rulesMax}
            onPress={() => set([...rules, { ruleType, threshold: null, priceChange: null }])}
          >
            <Icon name="plus" />
            {texts[ruleType].add}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

/** Returns a function that describes the rules in the notice of a conflict. */
export function useRulesText(): (value: FormValue) => string {
  const { rules: texts } = usePropertyContentTranslations().discounts
  return value =>
    (value as readonly string[])
      .map(parse)
      .map(({ ruleType, threshold, priceChange }) =>
        texts.text(texts[ruleType].title, threshold ?? 0, Math.abs(priceChange ?? 0)),
      )
      .join(' · ')
}
