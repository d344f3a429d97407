/** Tags of the agency. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { Check } from '../ui/form.tsx'

interface TagChoiceProps {
  label: string
  tags: readonly string[]
  change: (tags: readonly string[]) => void
}

/** Checkboxes of the agency's tags; renders nothing if there are none. */
export function TagChoice({ label, tags, change }: TagChoiceProps) {
  const id = useId()
  const options = [...new Set([...useTagsInUse(), ...tags])]
  if (options.length === 0) return null
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="label">
        {label}
      </p>
      <div className="tag-choice">
        {options.map(tag => (
          <Check
            key={tag}
            label={<bdi>{tag}</bdi>}
            isOn={tags.includes(tag)}
            change={isOn => change(isOn ? [...tags, tag] : tags.filter(other => other !== tag))}
          />
        ))}
      </div>
    </div>
  )
}

const none: readonly string[] = []

/** Queries the tags in use by objects of all kinds. */
export function useTagsInUse(): readonly string[] {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['properties', 'tags', agency.uid],
    queryFn: async ({ signal }) => {
      const query = { agencyUid: agency.uid }
      return (await call('GET /tags', { query, signal })).tags
    },
  })
  return data ?? none
}
