/** Units of unit types: contract/properties.md §7.2. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { bool, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { addUnit } from './add-unit.ts'
import { changeUnit } from './change-unit.ts'
import { deleteUnit } from './delete-unit.ts'
import { presentUnit, type UnitRow, unit } from './unit.ts'
import { findUnit, listUnits, reachedUnit, reachedUnitType } from './units.ts'

const path = '/multi-units/units'
const answer = Type.Object({ unit })
const name = () => text({ min: 1 })

export const unitRoutes = [
  route({
    method: 'GET',
    path,
    summary: 'List the units of a unit type',
    tag: 'Multi-units',
    query: Type.Object({ unitTypeUid: uid() }),
    answer: unpagedAnswer('units', unit),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const unitType = await reachedUnitType(ctx, query.unitTypeUid)
      return unpaged('units', (await listUnits(ctx, unitType)).map(presentUnit))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:uid`,
    summary: 'Get a unit',
    tag: 'Multi-units',
    answer,
    errors: ['UNIT_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      unit: presentUnit(await unitOf(ctx, params.uid!, 'READ')),
    }),
  }),
  route({
    method: 'POST',
    path,
    since: '3.3',
    summary: 'Add a unit to a unit type',
    tells: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: Type.Object({ unitTypeUid: uid(), name: name(), active: Type.Optional(bool()) }),
    http: { status: 201 },
    answer,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) =>
      reachedUnitType(ctx, body.unitTypeUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached }) => ({
      unit: presentUnit(await addUnit(ctx, reached, body)),
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Update a unit',
    tells: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    body: Type.Object({ name: Type.Optional(name()), active: Type.Optional(bool()) }),
    answer,
    errors: ['UNIT_NOT_FOUND', 'READ_ONLY_GRANT', 'ALREADY_EXISTS', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => unitOf(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { body, reached }) => ({
      unit: presentUnit(await changeUnit(ctx, reached, body)),
    }),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:uid`,
    since: '3.3',
    summary: 'Delete a unit',
    tells: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag: 'Multi-units',
    http: { status: 204 },
    errors: ['UNIT_NOT_FOUND', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => unitOf(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { reached }) => deleteUnit(ctx, reached),
  }),
]

/** @throws ApiError UNIT_NOT_FOUND, READ_ONLY_GRANT */
async function unitOf(ctx: Context, text: string, access: 'READ' | 'READ_WRITE'): Promise<UnitRow> {
  const { uid } = await reachedUnit(ctx, text, { access, inPath: true })
  const row = await findUnit(ctx, uid)
  if (!row) throw notFound('UNIT_NOT_FOUND', text)
  return row
}
