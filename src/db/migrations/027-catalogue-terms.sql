-- Catalogue numbers, packs and price breaks. Processes of the version before cannot add tools beside it.

create sequence tool_numbers start 100001;
-- `breaks` is an array of {"from": pieces, "priceCents": price}: quantities rise, prices fall.
create function are_price_breaks(breaks jsonb, list_price_cents integer) returns boolean language sql immutable as $$
  select jsonb_array_length(breaks) <= 6 and coalesce(bool_and(pieces > pieces_before and cents < cents_before and cents > 0), true)
  from (
    select pieces, cents, lag(pieces, 1, 1) over (order by position) as pieces_before,
      lag(cents, 1, list_price_cents) over (order by position) as cents_before
    from (
      select (each ->> 'from')::integer as pieces, (each ->> 'priceCents')::integer as cents, position
      from jsonb_array_elements(breaks) with ordinality as elements (each, position)
    ) as parsed
  ) as compared
$$;

-- The price of one piece when so many are ordered: see contract/prices.ts.
create function unit_price(list_price_cents integer, breaks jsonb, quantity integer) returns integer language sql immutable as $$
  select case when breaks = '[]' then list_price_cents else coalesce((
    select min((each ->> 'priceCents')::integer) from jsonb_array_elements(breaks) as elements (each)
    where (each ->> 'from')::integer <= quantity
  ), list_price_cents) end
$$;

alter table tools
  add column sku text,
  add column increment integer not null default 1 check (increment between 1 and 1000000),
  -- Such as 'carton of 24'.
  add column unit_label text not null default '',
  add column price_breaks jsonb not null default '[]',
  add check (minimum % increment = 0),
  add check (price_breaks = '[]' or are_price_breaks(price_breaks, price_cents)),
  -- Orders rewrite rows: room for them on their page.
  set (fillfactor = 80);
update tools set sku = numbered.sku
  from (select id, 'IM-' || nextval('tool_numbers') as sku from (select id from tools order by id) as ordered) as numbered
  where tools.id = numbered.id;
create unique index tools_by_sku on tools (lower(sku)) where deleted_at is null;
alter table tools
  alter column sku set not null,
  alter column sku set default 'IM-' || nextval('tool_numbers'),
  add check (sku ~ '^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$');

-- Tells an order that is sent again from another one with the same idempotency key.
alter table orders add column request_hash text;
