-- What tells whether an answer that was kept is still true: whoever writes on what answers show
-- gives the agency another mark in the same transaction. Marks are random, so none comes twice, also
-- where a backup has been restored. The nil uuid is for what no agency can be named for.
create table marks (
  agency_uid uuid not null,
  scope_uid uuid not null,
  mark bigint not null,
  primary key (agency_uid, scope_uid)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

insert into marks (agency_uid, scope_uid, mark)
select '00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid,
  floor(random() * 9007199254740991)::bigint
union all
select agency_uid, '00000000-0000-0000-0000-000000000000'::uuid,
  floor(random() * 9007199254740991)::bigint
from agencies;

-- Requests are counted by blocks that processes take: how large the last one was.
alter table rate_windows add column taken integer not null default 1;
