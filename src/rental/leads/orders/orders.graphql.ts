/** The order as the lead query shows it: contract/orders.md §7. */
import { sql } from 'kysely'
import {
  inList,
  many,
  orNull,
  plain,
  type ScalarField,
  sameRow,
  type Types,
  text,
  utcTime,
  word,
} from '../../../platform/graphql/fields.ts'
import { cleaningFeeOfOrder, feeLinesOfOrder } from './orders.ts'

/** JSON numbers lose their trailing zeros; the amounts of an order keep theirs. */
function lineAmount(key: string): ScalarField {
  return plain(line => sql`round((${line('line')}->>${sql.lit(key)})::numeric, ${line('digits')})`)
}

export const orderQueryTypes: Types = {
  OrderGraphQLTO: {
    uid: word('uid'),
    creationDateTimeString: utcTime('created_at'),
    securityDeposit: plain('security_deposit'),
    rateMultiplier: orNull(plain(order => sql`trim_scale(${order('rate_multiplier')})`)),
    force100PercentPaymentAtReservation: plain('force_full_payment'),
    currency: word('currency'),
    fees: inList(sameRow('FeesGraghQLTO')),
    totalGrossOrderValue: plain('total_amount'),
    rent: inList(sameRow('RentGraphQLTO')),
    channelCommission: orNull(plain('channel_commission')),
  },
  FeesGraghQLTO: {
    fees: many('FeeGraphQLTO', feeLinesOfOrder, line => line('position')),
    allFeesGrossAmount: plain('all_fees_gross_amount'),
    cleaningFee: many('FeeGraphQLTO', cleaningFeeOfOrder, line => line('position')),
  },
  FeeGraphQLTO: {
    name: text(line => sql`${line('line')}->>'name'`),
    grossAmount: lineAmount('grossAmount'),
    netAmount: lineAmount('netPrice'),
    taxAmount: lineAmount('taxAmount'),
  },
  RentGraphQLTO: {
    extraGuestsNetPrice: plain('extra_guests_net_price'),
    rentNetPrice: plain('rent_net_price'),
    taxAmount: plain('rent_tax_amount'),
    grossPrice: plain('rent_gross_price'),
  },
}
