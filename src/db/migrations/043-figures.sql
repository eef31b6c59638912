-- Figures of the business by day. What they count never changes later, so those of past days are computed once.

-- When money of paid orders went back, and came again after a refund that failed late.
create table refund_movements (
  refund_id uuid not null references refunds on delete cascade,
  -- Negative for money that came again.
  amount_cents integer not null,
  created_at timestamptz not null default now()
);
insert into refund_movements (refund_id, amount_cents, created_at)
  select id, amount_cents, succeeded_at from refunds where kind <> 'late_payment' and succeeded_at is not null
  union all
  select id, -amount_cents, greatest(coalesce(last_checked_at, now()), succeeded_at) from refunds
    where kind <> 'late_payment' and succeeded_at is not null and state <> 'succeeded';
create index refund_movements_by_time on refund_movements (created_at);
create index refund_movements_of_refund on refund_movements (refund_id);

-- When the provider reported that a dispute was won or lost.
alter table disputes add column ended_at timestamptz;
update disputes set ended_at = now() where state <> 'open';

-- Of past days in that time zone, without gaps.
create table daily_figures (
  time_zone text not null,
  day date not null,
  placed integer not null,
  paid integer not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  shipped integer not null,
  cancelled integer not null,
  accounts integer not null,
  primary key (time_zone, day)
);
-- Lines of the orders that were paid on that day.
create table daily_sales (
  time_zone text not null,
  day date not null,
  tool_id uuid not null,
  pieces bigint not null,
  cents bigint not null,
  primary key (time_zone, day, tool_id)
);

-- With the time, by which they are grouped.
drop index orders_unpaid;
create index orders_unpaid on orders (account_id) include (created_at) where state in ('placed', 'cancelling');

create index orders_by_placing on orders (created_at);
create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index orders_by_shipping on orders (shipped_at) where shipped_at is not null;
create index orders_by_cancelling on orders (cancelled_at) where cancelled_at is not null;
create index orders_to_ship on orders (paid_at) where state = 'paid' and not nothing_to_ship;
create index accounts_by_creation on accounts (created_at);

insert into jobs (name) values ('roll up days');
