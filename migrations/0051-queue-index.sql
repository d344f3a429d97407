-- Begins with the key instead of the destination, so that the planner cannot choose it to read the
-- due deliveries of a destination: it would sort the whole backlog.
-- online: one statement at a time, while clients write
create index concurrently if not exists deliveries_by_key
  on deliveries (agency_uid, ordering_key, destination, seq, uid)
  where completed_at is null;
drop index concurrently if exists deliveries_in_order;
