-- Networks that somebody has signed in from: whoever attacks his account does not slow him there.
create table sign_in_networks (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  -- A digest that only this server can make.
  network       bytea not null,
  seen_on       date not null,
  primary key (agency_uid, employee_uid, network),
  foreign key (agency_uid, employee_uid) references employees
);

-- Failed attempts to sign in, by account and network; all networks together have an empty one.
-- An account that does not exist has some, too.
create table sign_in_failures (
  account     bytea not null,
  network     bytea not null,
  failures    integer not null,
  last_at     timestamptz(3) not null,
  primary key (account, network)
);

create index sign_in_failures_by_age on sign_in_failures (last_at);
