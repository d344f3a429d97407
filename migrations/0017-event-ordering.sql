-- What deliveries of an event are kept in order by (contract/events.md §8.4), kept with the event:
-- a replay does not work it out anew.
alter table events add column ordering_key text;

update events set ordering_key = case
  when lead_uid is not null and type <> 'PROPERTY_AVAILABILITY_UPDATED' then 'lead:' || lead_uid
  when property_uid is not null then 'property:' || property_uid
  when hotel_uid is not null then 'hotel:' || hotel_uid
  else 'agency:' || agency_uid end;

alter table events alter column ordering_key set not null;

comment on column events.ordering_key is
  'what deliveries of it are kept in order by (contract/events.md §8.4)';
