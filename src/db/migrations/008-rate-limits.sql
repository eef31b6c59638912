-- Counters of rate limits. Keys with emails or IP addresses are HMACs. Unlogged: a crash empties the table.
create unlogged table uses (
  key text primary key,
  -- Calls still allowed until ends_at; below 0 after a refusal.
  remaining integer not null,
  ends_at timestamptz not null
);
create index uses_ended on uses (ends_at);
