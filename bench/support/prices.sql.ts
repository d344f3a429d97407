/**
 * Prices of all properties: a year of pricing periods, rules and five fees, and rate multipliers of
 * every agency. The quoted property has stays in the coming year.
 */
export const pricesSql = (propertyUid: string) => `
  update properties set daily_rate = 150, weekend_adjustment_rate = 0.1, base_guests = 2,
    max_guests = 6, extra_guest_fee = 15, cleaning_fee = 90, cleaning_fee_tax_rate = 0.05,
    tax_rate = 0.12, security_deposit = 300, turn_over_days = 1;

  insert into pricing_periods (agency_uid, property_uid, date, price, minimum_stay)
  select agency_uid, uid, current_date + n, 150 + n % 7 * 5, case when n % 30 = 0 then 3 end
  from properties, generate_series(0, 364) n;

  insert into property_pricing_rules (agency_uid, property_uid, increase_rate,
    increase_rate_lower_bound, decrease_rate, decrease_rate_higher_bound, decrease_rate_monthly,
    decrease_rate_higher_bound_monthly, pricing_rules)
  select agency_uid, uid, 0.05, 3, 0.1, 7, 0.2, 28,
    '[{"uid":"1","ruleType":"EARLY_BIRD_DISCOUNT","threshold":60,"priceChange":5,
       "priceChangeType":"PERCENT"}]'
  from properties;

  insert into rate_multipliers (agency_uid, channel, value)
  select agency_uid, channel, 0.1 from agencies, unnest(array['HOSTFULLY', 'AIRBNB']) channel;

  insert into fees (agency_uid, uid, property_uid, name, amount, amount_type, taxation_rate, scope,
    type, created_at, updated_at)
  select agency_uid, bench_rows.uid(uid::text || 'fee', n), uid, 'Fee ' || n,
    (array[25, 12.5, 4, 1.5, 1.2])[n], (array['AMOUNT', 'AMOUNT', 'AMOUNT', 'AMOUNT', 'TAX'])[n],
    (array[0.1, 0.2, 0, 0.2, 0])[n],
    (array['PER_STAY', 'PER_GUEST', 'PERCENTAGE_OF_TOTAL', 'PERCENTAGE_OF_RENT',
      'PER_GUEST_PER_NIGHT'])[n], 'CUSTOM', now() + n * interval '1 second', now()
  from properties, generate_series(1, 5) n;

  insert into occupancies (agency_uid, unit_uid, lead_uid, occupied, turnover_nights)
  select u.agency_uid, u.uid, l.uid, daterange(current_date + n * 7, current_date + n * 7 + 4), 1
  from units u
  join lateral (select uid, (row_number() over (order by uid))::int as n from leads
    where agency_uid = u.agency_uid and property_uid = u.property_uid limit 50) l on l.n <> 10
  where u.property_uid = '${propertyUid}';`
