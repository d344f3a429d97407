/** House rules of a property: switches, each with a text for guests. */
import { call } from '../../api/call.ts'
import {
  usePropertyContentTranslations,
  usePropertyTypeTranslations,
} from '../../i18n/properties/translations.ts'
import { Problem } from '../../shared/problem.tsx'
import { useOrderedWrite } from '../../shared/writes/use-ordered-write.ts'
import { Check } from '../../ui/form.tsx'
import { InlineText } from '../../ui/inline-text.tsx'
import { type Rule, rulesKey, useRules, useRuleToggle } from './amenities.query.ts'

interface ListProps {
  propertyUid: string
  isReadOnly: boolean
}

export function PropertyRules({ propertyUid, isReadOnly }: ListProps) {
  const { amenities: texts } = usePropertyContentTranslations()
  const { propertyRules: names } = usePropertyTypeTranslations()
  const { data, error, refetch } = useRules(propertyUid)
  const { toggle, withPending } = useRuleToggle(propertyUid)
  const byCode = new Map(withPending(data ?? []).map(item => [item.rule, item]))
  return (
    <section className="card property-rules" aria-label={texts.rules}>
      <h2>{texts.rules}</h2>
      {error ? <Problem error={error} retry={refetch} /> : null}
      <fieldset className="plain-fieldset" disabled={isReadOnly || !data}>
        {Object.entries(names).map(([code, name]) => {
          const rule = byCode.get(code as Rule['rule'])
          return (
            <div key={code} className="property-rule">
              <Check
                label={name}
                isOn={rule !== undefined}
                change={isOn => toggle(code, isOn, name)}
              />
              {rule?.uid ? <RuleText rule={rule} name={name} /> : null}
            </div>
          )
        })}
      </fieldset>
    </section>
  )
}

const textMax = 255

function RuleText({ rule, name }: { rule: Rule; name: string }) {
  const { amenities: texts } = usePropertyContentTranslations()
  const write = useOrderedWrite([...rulesKey(rule.propertyUid ?? ''), 'texts'])
  const { uid } = rule
  return (
    <InlineText
      label={`${texts.description}, ${name}`}
      placeholder={texts.description}
      value={rule.description}
      maxLength={textMax}
      save={description => {
        void write(name, key =>
          call('PUT /property-rules/{uid}', { path: { uid }, body: { description }, key }),
        )
      }}
    />
  )
}
