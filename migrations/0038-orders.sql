-- What an order was priced by, so that a change of the stay leaves agreed nights and fees at their
-- price (contract/orders.md §2). Null: it was priced by a release before, and a change takes fees
-- and taxes as they are then.
alter table orders add column terms jsonb;

comment on column orders.terms is
  '{prices, fees, multiplier, share}: prices of the property that are not 0, its fees, the rate
   multiplier of the channel, and which part of a split stay it is, [nights, of how many]';

-- Both parts of a split stay keep the promo code and are one use of it, named by its first lead.
alter table orders add column promo_use_uid uuid;

comment on column orders.promo_use_uid is
  'the use of the promo code that it shares with the other parts of a split stay; null: its own';
