/** Units of unit types: contract/properties.md §7.2. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { bool, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { addUnit } from './add-unit.ts'
import { changeUnit } from './change-unit.ts'
import { deleteUnit } from './delete-unit.ts'
import { presentUnit, type UnitRow, unit } from './unit.ts'
import { findUnit, listUnits, requireUnit, requireUnitType } from './units.ts'

const path = '/multi-units/units'
const response = Type.Object({ unit })
const name = () => text({ min: 1 })

export const unitRoutes = [
  route({
    method: 'GET',
    path,
    summary: 'List the units of a unit type',
    tag: 'Multi-units',
    query: Type.Object({ unitTypeUid: uid() }),
    response: unpagedResponse('units', unit),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const unitType = await requireUnitType(ctx, query.unitTypeUid)
      return unpaged('units', (await listUnits(ctx, unitType)).map(presentUnit))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:uid`,
    summary: 'Get a unit',
    tag: 'Multi-units',
    response,
    errors: ['UNIT_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      unit: presentUnit(await requireUnitRow(ctx, params.uid!, 'READ')),
    }),
  }),
  route({
    method: 'POST',
    path,
    since: '3.3',
    summary: 'Add a unit to a unit type',
    emits: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: Type.Object({ unitTypeUid: uid(), name: name(), active: Type.Optional(bool()) }),
    http: { status: 201 },
    response,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) =>
      requireUnitType(ctx, body.unitTypeUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized }) => ({
      unit: presentUnit(await addUnit(ctx, authorized, body)),
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Update a unit',
    emits: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: Type.Object({ name: Type.Optional(name()), active: Type.Optional(bool()) }),
    response,
    errors: ['UNIT_NOT_FOUND', 'READ_ONLY_GRANT', 'ALREADY_EXISTS', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireUnitRow(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { body, authorized }) => ({
      unit: presentUnit(await changeUnit(ctx, authorized, body)),
    }),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Delete a unit',
    emits: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    http: { status: 204 },
    errors: ['UNIT_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireUnitRow(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { authorized }) => deleteUnit(ctx, authorized),
  }),
]

/** @throws ApiError UNIT_NOT_FOUND, READ_ONLY_GRANT */
async function requireUnitRow(
  ctx: Context,
  text: string,
  access: 'READ' | 'READ_WRITE',
): Promise<UnitRow> {
  const { uid } = await requireUnit(ctx, text, { access, inPath: true })
  const row = await findUnit(ctx, uid)
  if (!row) throw notFound('UNIT_NOT_FOUND', text)
  return row
}
