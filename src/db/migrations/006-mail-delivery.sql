-- `due_at` is the time of the next try; null once the mail is sent.
alter table outbox
  add column due_at timestamptz default now(),
  add column attempts integer not null default 0,
  add column sent_at timestamptz;
create index outbox_due on outbox (due_at) where due_at is not null;
