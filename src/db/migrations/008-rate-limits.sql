-- How often something was done within a time, by a key that tells neither email nor address. A crash empties it.
create unlogged table uses (
  key text primary key,
  -- How many more are let in until ends_at; below 0 once one was not.
  remaining integer not null,
  ends_at timestamptz not null
);
create index uses_ended on uses (ends_at);
