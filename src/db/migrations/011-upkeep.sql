-- Periodic jobs. The process that claims a job sets its next due time.
create table upkeep (
  job text primary key,
  due_at timestamptz not null default now()
);
insert into upkeep (job) values ('housekeeping');

-- When the payment provider was last asked about an unfinished order.
alter table orders add column asked_at timestamptz;
