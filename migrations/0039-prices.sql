-- Taxes of a stay that end after so many nights, or count adults only (contract/pricing.md §6.3).
alter table fees add column maximum_nights integer not null default 0
  check (maximum_nights >= 0);
alter table fees add column persons text not null default 'ADULTS_AND_CHILDREN'
  check (persons in ('ALL', 'ADULTS', 'ADULTS_AND_CHILDREN'));

comment on column fees.maximum_nights is 'how many nights a fee per night counts; 0: all';
comment on column fees.persons is 'whom a fee per guest counts';
