-- Tokens are forgotten some time after they have ended.
-- online: one statement at a time, while clients write
create index concurrently if not exists access_tokens_by_end on access_tokens (expires_at);
create index concurrently if not exists refresh_tokens_by_end on refresh_tokens (expires_at);
