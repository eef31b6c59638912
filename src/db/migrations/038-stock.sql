-- What changes the stock of a tool beside its orders, and the history of both.

create table stock_adjustments (
  id uuid primary key default new_id(),
  tool_id uuid not null references tools on delete cascade,
  delta integer not null,
  reason text not null,
  note text not null default '',
  -- What lay on the shelf, in a stocktake.
  counted integer,
  actor_email text,
  created_at timestamptz not null default now()
);
create index stock_adjustments_of_tool on stock_adjustments (tool_id, created_at);
create index order_lines_of_tool on order_lines (tool_id, order_id);

insert into stock_adjustments (tool_id, delta, reason, created_at)
  select tools.id, available + coalesce(pieces, 0), 'opening', coalesce(first_order, now())
  from tools left join (
    select tool_id, sum(quantity) filter (where state <> 'cancelled') as pieces,
      min(orders.created_at) - interval '1 second' as first_order
    from order_lines join orders on orders.id = order_id group by tool_id
  ) as ordered on tool_id = tools.id;

create function record_opening_stock() returns trigger language plpgsql as $$
begin
  insert into stock_adjustments (tool_id, delta, reason) select id, available, 'opening' from added;
  return null;
end
$$;
create trigger tools_opening_stock after insert on tools referencing new table as added
  for each statement execute function record_opening_stock();

-- The stock of a tool is the sum of its movements.
create view stock_movements as
  select id, tool_id, created_at, delta, reason, note, counted, actor_email from stock_adjustments
  union all
  select order_id, tool_id, created_at, -quantity, 'order', '', null, null
    from order_lines join orders on orders.id = order_id
  union all
  select order_id, tool_id, coalesce(cancelled_at, orders.created_at), quantity, 'cancellation', '', null, null
    from order_lines join orders on orders.id = order_id where state = 'cancelled';

insert into jobs (name) values ('check stock');

do $$
begin
  if exists (select from tools) then analyze stock_adjustments; end if;
end $$;
