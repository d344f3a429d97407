alter table guests add column erased_at timestamptz(3);

comment on column guests.erased_at is
  'when what was known of the guest was last erased (contract/resources.md §8.2)';
