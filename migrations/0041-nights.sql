-- A range of nights is what a stay takes, and turnover is what is kept free after it: a stay that an
-- external calendar reports may lie in the turnover of another. Rows that a release before has
-- written, or goes on writing while it is replaced, have their turnover within the range; a worker
-- brings them into the new form. `turnover_nights` tells how many nights of the range these are.
alter table occupancies add column turnover_after integer not null default 0;
alter table occupancies add constraint occupancies_turnover_after_check
  check (turnover_after >= 0) not valid;

comment on column occupancies.turnover_nights is
  'of how many nights at the end of the range a release before has made turnover';
comment on column occupancies.turnover_after is 'how many nights after the range are kept free';

alter table night_changes add column turnover_after integer not null default 0;

-- online: one statement at a time, while clients write
alter table occupancies validate constraint occupancies_turnover_after_check;

create index concurrently if not exists occupancies_by_night_new on occupancies (agency_uid, unit_uid, (lower(occupied)))
  include (occupied, turnover_nights, turnover_after, lead_uid);
drop index concurrently if exists occupancies_by_night;
alter index if exists occupancies_by_night_new rename to occupancies_by_night;

-- The worker finds what is left to do by it.
create index concurrently if not exists occupancies_of_old_form on occupancies (agency_uid) where turnover_nights > 0;
