/** Descriptions of fields and parameters of this district by name: see `../descriptions.ts`. */
export const annotationDescriptions = {
  CustomDataFieldUsage: 'Use of the custom data field.',
  CopiedSettings: 'Number of copied fields, rows or values by section.',
  customDataField: 'Custom data field of the value.',
  customDataFieldUid: 'Identifier of the custom data field.',
  fromPropertyUid: 'Property whose settings are copied, of the same agency.',
  index: 'Position among the custom data fields, ascending.',
  removeMissingTags: 'If true, tags that are not sent are removed from the object.',
  sections: 'Sections to copy. Others do not change.',
  tag: 'Tag to remove.',
  tags: 'Tags, sorted alphabetically, case-insensitive.',
  usage: 'Use of the custom data field.',
  variable: 'Name of the variable in templates: capital letters, digits and `_`.',
} as const

/** Descriptions of operations of this district by operation id. */
export const annotationOperations = {
  listTags: 'Sorted alphabetically, case-insensitive.',
  listTagsOfProperty: 'Sorted alphabetically, case-insensitive.',
  listTagsOfLead: 'Sorted alphabetically, case-insensitive.',
  addTags:
    'Removes the other tags of the object only if `removeMissingTags` is true. Returns all ' +
    'tags that it has then.',
  deleteTag: 'Returns 204 even if the object does not have the tag.',
  listCustomData: 'Sorted by the position of the fields.',
  setCustomData: 'Replaces the former value. Idempotent.',
  deleteCustomData: 'Deletes the value only, not the field.',
  listCustomDataFields:
    'Custom data fields extend properties, leads and units with data of the agency.',
  getCustomDataField: 'Returns name, type and use.',
  createCustomDataField:
    'Name and variable must be unique within the agency. The type cannot be changed later.',
  changeCustomDataField: 'Type and variable cannot be changed.',
  deleteCustomDataField: 'Deletes its values for all properties, leads and units.',
} as const
