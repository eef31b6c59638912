-- What the card payment provider has told of by webhook, so that an event told again is known.
create table payment_events (
  id text primary key,
  received_at timestamptz not null default now()
);
