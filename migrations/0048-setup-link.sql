-- The link that creates the first agency of a server, of which only a hash is stored. The row stays
-- after the link was used, so that no other one is issued, even if all agencies are deleted.
create table setup_links (
  id          smallint primary key default 1 check (id = 1),
  token_hash  bytea,
  issued_at   timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  used_at     timestamptz(3)
);

comment on column setup_links.issued_at is
  'input of the token, which is derived from SECRET_KEY: until it expires, it is printed again';
