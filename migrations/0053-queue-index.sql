-- Begins with the key instead of the destination, so that the planner cannot choose it to read the
-- due deliveries of a destination: it would sort the whole backlog.
create index deliveries_by_key on deliveries (agency_uid, ordering_key, destination, seq, uid)
  where completed_at is null;
drop index deliveries_in_order;
