-- Names of tables and columns that no release has yet, in standard terms.
alter table marks rename to cache_tag_versions;
alter table cache_tag_versions rename column scope_uid to tag_uid;
alter table cache_tag_versions rename column mark to version;
alter index marks_pkey rename to cache_tag_versions_pkey;

alter table consent_tickets rename to consent_sessions;
alter table consent_sessions rename column ticket_hash to session_hash;
alter index consent_tickets_pkey rename to consent_sessions_pkey;
alter index consent_tickets_by_hash rename to consent_sessions_by_hash;
alter index consent_tickets_by_age rename to consent_sessions_by_age;

alter table notices rename column told_at to notified_at;
alter index notices_told rename to notices_notified;

alter table rate_windows rename column taken to block_size;

alter table icals rename column trusted_answers to trusted_responses;
alter table icals rename column answered_at to responded_at;
