-- A server starts only with a key that its database is used with: another one opens nothing.
alter table secret_keys add column is_accepted boolean not null default false;

comment on column secret_keys.is_accepted is
  'whether the key was in the SECRET_KEY of the last process that was allowed to start';
