/** Tags to choose some of; none where the agency has none. */
import { useId } from 'react'
import { Check } from '../form.tsx'
import { useTagsInUse } from './tags.read.ts'

interface TagChoiceProps {
  label: string
  tags: readonly string[]
  change: (tags: readonly string[]) => void
}

export function TagChoice({ label, tags, change }: TagChoiceProps) {
  const id = useId()
  const known = [...new Set([...useTagsInUse(), ...tags])]
  if (known.length === 0) return null
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="label">
        {label}
      </p>
      <div className="tag-choice">
        {known.map(tag => (
          <Check
            key={tag}
            label={<bdi>{tag}</bdi>}
            isOn={tags.includes(tag)}
            change={isOn => change(isOn ? [...tags, tag] : tags.filter(one => one !== tag))}
          />
        ))}
      </div>
    </div>
  )
}
