-- Work that is done now and then by one process: who takes a job makes it due again later.
create table upkeep (
  job text primary key,
  due_at timestamptz not null default now()
);
insert into upkeep (job) values ('housekeeping');

-- When the card payment provider was last asked about an order that is not settled.
alter table orders add column asked_at timestamptz;
