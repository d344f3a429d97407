-- How webhooks fare changes with their receivers, and webhooks are what every node of a cluster has:
-- apart from them it can be noted while a node is away. Processes of a release before go on writing
-- webhooks.failing_since, which nobody reads any more.
create table webhook_failures (
  webhook_uid   uuid primary key,
  failing_since timestamptz(3) not null
);

comment on table webhook_failures is 'webhooks to which nothing gets through';

create index webhook_failures_since on webhook_failures (failing_since);

insert into webhook_failures (webhook_uid, failing_since)
  select uid, failing_since from webhooks where failing_since is not null and deleted_at is null;

drop index webhooks_failing;

-- Who looks for deliveries that were held behind a webhook that is active asks of these alone.
alter table webhooks add column enabled_at timestamptz(3);

comment on column webhooks.enabled_at is 'when it was last enabled; null: never, or long ago';
