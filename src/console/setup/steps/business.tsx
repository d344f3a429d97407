/** Step with the kind of business, which only suggests values for new properties. */
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { type BusinessKind, businessKinds } from '../business-kinds.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

interface BusinessProps extends StepProps {
  kind: BusinessKind
  choose: (kind: BusinessKind) => void
}

export function Business({ kind, choose, next }: BusinessProps) {
  const { kinds, steps } = useSetupTranslations()
  return (
    <StepFrame step="business" submit={next} next={next}>
      <fieldset className="kind-choice">
        <legend className="for-readers">{steps.business.title}</legend>
        {businessKinds.map(option => (
          <label key={option} className="kind-option">
            <input
              type="radio"
              name="kind"
              checked={option === kind}
              onChange={() => choose(option)}
            />
            <span>
              <strong>{kinds[option].name}</strong>
              <span className="quiet small">{kinds[option].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </StepFrame>
  )
}
