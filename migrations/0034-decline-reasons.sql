-- Why a booking request was declined.
alter table leads add column decline_reason text;
