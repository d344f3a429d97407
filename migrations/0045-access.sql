-- Keys for which an unknown query parameter is an error (contract/general.md §2.1 rule 4).
alter table api_keys add column is_strict boolean not null default false;

comment on column api_keys.is_strict is 'whether unknown query parameters are refused';
