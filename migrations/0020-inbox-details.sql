-- A guest writes into one thread as long as no lead is known.
create unique index threads_without_lead on threads (agency_uid, guest_uid) where lead_uid is null;

-- What an agency has sent within a minute.
create index messages_sent on messages (agency_uid, created_at) where sender_type = 'AGENCY';
