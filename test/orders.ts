/** Orders that tests start from, written straight to the database. */

import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import { orderColumns } from '../src/rental/leads/orders/order.ts'
import { insertOrders } from '../src/rental/leads/orders/orders.ts'
import type { StayToPrice } from '../src/rental/prices/quotes/quote.ts'
import { priceStay } from '../src/rental/prices/stay-prices/price-stay.ts'
import type { LeadsTable, OrdersTable } from '../src/rental/tables.ts'
import { makeLead } from './fixtures.ts'
import type { TestServer } from './server.ts'
import { cabinStay } from './stays.ts'

/** The overrides of the worked example in contract/orders.md §3. */
export const exampleOverrides = {
  rent: { rentNetPrice: 700 },
  fees: { otherFees: [{ name: 'Late arrival', netPrice: 25, taxationRate: 0.1 }] },
  securityDeposit: 0,
}

interface Given {
  propertyUid: string
  lead?: Partial<Insertable<LeadsTable>>
  order?: Partial<Insertable<OrdersTable>>
  /** What it is priced for: the stay of contract/pricing.md §8.1 unless it says otherwise. */
  stay?: StayToPrice
}

/** A lead, booked unless it says otherwise, with its priced order. */
export async function makePricedOrder(
  server: TestServer,
  agencyUid: string,
  { propertyUid, lead, order, stay = cabinStay() }: Given,
): Promise<{ leadUid: string; orderUid: string }> {
  const booked = { type: 'BOOKING', status: 'BOOKED', property_uid: propertyUid }
  const leadUid = await makeLead(server, agencyUid, { ...booked, ...lead })
  const made = server.clock.now()
  const row = {
    agency_uid: agencyUid,
    uid: newUid(made.getTime()),
    lead_uid: leadUid,
    ...orderColumns(priceStay(stay), stay.overrides),
    created_at: made,
    updated_at: made,
    ...order,
  }
  await insertOrders({ db: server.database.kysely }, [row])
  return { leadUid, orderUid: row.uid }
}
