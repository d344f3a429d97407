/** Values of custom data on the wire: contract/resources.md §4.2. */

import { nullable, oneRequired, shape, since, text, uid } from '../../../platform/rest/fields.ts'
import { bodyBytesMax } from '../../../platform/rest/upload.ts'
import { presentField, valueField } from '../custom-data-fields/field-shape.ts'
import type { CustomDataValue, DataObject } from './custom-data.ts'
import { objectBody, unitsSince } from './require-object.ts'

export const customDataValue = shape('CustomData', {
  propertyUid: nullable(uid()),
  leadUid: nullable(uid()),
  unitUid: since(unitsSince, nullable(uid())),
  text: text({ max: 20_000 }),
  customDataField: valueField,
})

/** Input of a value. The maximum length of the text depends on the field and the version. */
export const newValue = oneRequired(
  ['propertyUid', 'leadUid', 'unitUid'],
  shape('CustomDataInput', {
    ...objectBody,
    customDataFieldUid: uid(),
    text: text({ max: bodyBytesMax }),
  }),
)

export function presentValue(object: DataObject, { text, ...field }: CustomDataValue) {
  const uidIf = (type: DataObject['type']) => (object.type === type ? object.uid : null)
  return {
    propertyUid: uidIf('PROPERTY'),
    leadUid: uidIf('LEAD'),
    unitUid: uidIf('UNIT'),
    text,
    customDataField: presentField(field),
  }
}
