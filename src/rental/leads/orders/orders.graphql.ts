/** Order in the lead query: contract/orders.md §7. */
import { sql } from 'kysely'
import {
  inList,
  listOf,
  literal,
  nullableText,
  orNull,
  type ScalarField,
  sameRow,
  type Types,
  unescaped,
  utcTime,
} from '../../../platform/graphql/fields.ts'
import { selectCleaningFee, selectFeeLines } from './orders.ts'

/** Returns an amount of a fee line with the trailing zeros that JSON numbers lose. */
function lineAmount(key: string): ScalarField {
  return literal(
    line => sql`round((${line('line')}->>${sql.lit(key)})::numeric, ${line('digits')})`,
  )
}

export const orderQueryTypes: Types = {
  OrderGraphQLTO: {
    uid: unescaped('uid'),
    creationDateTimeString: utcTime('created_at'),
    securityDeposit: literal('security_deposit'),
    rateMultiplier: orNull(literal(order => sql`trim_scale(${order('rate_multiplier')})`)),
    force100PercentPaymentAtReservation: literal('force_full_payment'),
    currency: unescaped('currency'),
    fees: inList(sameRow('FeesGraghQLTO')),
    totalGrossOrderValue: literal('total_amount'),
    rent: inList(sameRow('RentGraphQLTO')),
    channelCommission: orNull(literal('channel_commission')),
  },
  FeesGraghQLTO: {
    fees: listOf('FeeGraphQLTO', selectFeeLines, line => line('position')),
    allFeesGrossAmount: literal('all_fees_gross_amount'),
    cleaningFee: listOf('FeeGraphQLTO', selectCleaningFee, line => line('position')),
  },
  FeeGraphQLTO: {
    name: nullableText(line => sql`${line('line')}->>'name'`),
    grossAmount: lineAmount('grossAmount'),
    netAmount: lineAmount('netPrice'),
    taxAmount: lineAmount('taxAmount'),
  },
  RentGraphQLTO: {
    extraGuestsNetPrice: literal('extra_guests_net_price'),
    rentNetPrice: literal('rent_net_price'),
    taxAmount: literal('rent_tax_amount'),
    grossPrice: literal('rent_gross_price'),
  },
}
