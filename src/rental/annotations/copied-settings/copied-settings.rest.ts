/** Copies settings from one property to another: contract/properties.md §3.4. */
import { type Context, route } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import {
  count,
  listOf,
  mapOf,
  named,
  oneOf,
  shape,
  Type,
  uid,
} from '../../../platform/rest/fields.ts'
import { checkArea } from '../../access/roles/check-role.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { presentProperty, property } from '../../properties/properties/property-shape.ts'
import { copiedSections } from './copied-setting.ts'
import { copySettings } from './copy-settings.ts'

const section = named('CopiedSection', oneOf(copiedSections))

export const copiedSettingRoutes = [
  route({
    method: 'POST',
    path: '/properties/:uid/copy-settings',
    since: '3.3',
    operationId: 'copySettings',
    summary: 'Copy settings of another property',
    description:
      'Each section replaces that of the property. `copied` has the number of copied fields, ' +
      'rows or values by section.',
    emits: [
      ...['UPDATED_PROPERTY', 'PRICING_UPDATED', 'DBS_UPDATED'],
      ...['CUSTOM_DATA_CREATED', 'CUSTOM_DATA_UPDATED', 'CUSTOM_DATA_DELETED'],
    ],
    tag: 'Properties',
    access: {
      callers: ['agency'],
      // Beyond the area of the tag.
      permit: async ({ caller }) => checkArea(caller, 'selling', 'write'),
    },
    body: shape('SettingsCopy', {
      fromPropertyUid: uid(),
      sections: listOf(section, copiedSections.length, 1),
    }),
    response: Type.Object({
      property,
      copied: named('CopiedSettings', mapOf(copiedSections, count())),
    }),
    errors: ['PROPERTY_NOT_FOUND', 'ACCESS_DENIED', 'STATE_CONFLICT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { params, body }) => {
      const target = await requireProperty(ctx, params.uid!, { access: 'READ_WRITE', inPath: true })
      return { target, source: await requireSource(ctx, body.fromPropertyUid, target) }
    },
    handler: async (ctx, { body, authorized }) => {
      const result = await copySettings(ctx, authorized, body.sections)
      return { property: presentProperty(result.property), copied: result.copied }
    },
  }),
]

/** @throws ApiError ACCESS_DENIED, INVALID_PARAMETER for the same property or another agency */
async function requireSource(
  ctx: Context,
  uidText: string,
  target: { agency_uid: string; uid: string },
) {
  const parameter = 'fromPropertyUid'
  const source = await requireProperty(ctx, uidText, { parameter })
  if (source.uid === target.uid) throw invalidParameter(parameter, 'must be another property')
  if (source.agency_uid === target.agency_uid) return source
  throw invalidParameter(parameter, 'must be a property of the same agency')
}
