-- Processed webhook events of the payment provider: a repeated event has no effect.
create table payment_events (
  id text primary key,
  received_at timestamptz not null default now()
);
