-- Time of the newest backup, which every server of the database reports in its metrics.
create table last_backups (
  id          smallint primary key check (id = 1),
  created_at  timestamptz(3) not null
);

comment on table last_backups is 'one row: the newest complete backup';
comment on column last_backups.created_at is 'instant of its contents';
