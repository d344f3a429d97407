/** Tags and custom fields of a property. */
import type { Property } from '../property.query.ts'
import { CustomFields } from './custom-fields.tsx'
import { TagEditor } from './tag-editor.tsx'

export function BasicsLists({ property }: { property: Property }) {
  return (
    <>
      <CustomFields property={property} />
      <TagEditor property={property} />
    </>
  )
}
