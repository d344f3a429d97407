-- Tokens are forgotten some time after they have ended.
create index access_tokens_by_end on access_tokens (expires_at);
create index refresh_tokens_by_end on refresh_tokens (expires_at);
