-- Orders of several lines, with a number. Processes of the version before cannot run beside it.

create sequence order_numbers start 100001;

-- What was sold: never changed afterwards.
create table order_lines (
  order_id uuid not null references orders on delete cascade,
  tool_id uuid not null references tools,
  position integer not null check (position between 1 and 1000),
  sku text not null,
  tool_name text not null,
  quantity integer not null check (quantity > 0),
  price_cents integer not null check (price_cents > 0),
  primary key (order_id, tool_id)
);
insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
  select orders.id, tool_id, 1, sku, tool_name, quantity, orders.price_cents from orders join tools on tools.id = tool_id;

alter table orders
  add column number bigint,
  add column line_count integer not null default 1 check (line_count between 1 and 1000),
  -- Names and SKUs of the lines, for searches.
  add column line_words text not null default '';
alter table orders alter column line_count drop default, alter column line_words drop default;
alter table orders rename column tool_name to title;
update orders set number = numbered.number, line_words = title || ' ' || sku
  from (
    select id, sku, nextval('order_numbers') as number
    from (select orders.id, sku from orders join tools on tools.id = tool_id order by orders.id) as ordered
  ) as numbered
  where orders.id = numbered.id;
-- A full period from the upgrade on, which the job for unpaid orders sets.
update orders set expires_at = null, reminded_at = null where state = 'placed' and ip_key is null;
-- Their checks and indexes go with them.
alter table orders drop column tool_id, drop column price_cents, drop column quantity;
alter table orders
  add check (total_cents between 50 and 99999999),
  alter column number set default nextval('order_numbers'),
  alter column number set not null,
  add unique (number);
create index orders_beyond_credit on orders (id) where beyond_credit and state in ('placed', 'cancelling');

drop index orders_words;
create index orders_words on orders using gin (line_words gin_trgm_ops, buyer_name gin_trgm_ops)
  with (gin_pending_list_limit = 512) where state <> 'cancelled';

-- Not while empty: PostgreSQL would take the tables for small until it looks again, and read them from end to end.
do $$
begin
  if exists (select from orders) then
    analyze orders;
    analyze order_lines;
  end if;
end $$;
