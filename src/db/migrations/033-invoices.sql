-- The last number of each series: a transaction that takes the next one locks its row, so that none is missing.
create table document_numbers (
  series text primary key,
  last_number bigint not null
);
insert into document_numbers values ('invoice', 0);

create table invoices (
  number bigint primary key,
  order_id uuid not null unique references orders,
  issued_at timestamptz not null default now(),
  -- As it was issued: never changed, never rendered anew from settings.
  contents jsonb not null
);
create trigger invoices_append_only before update or delete or truncate on invoices
  for each statement execute function reject_change();

-- Set by the statement that records the payment, until the invoice is issued.
alter table orders add column invoice_due boolean not null default false;
create index orders_with_invoice_due on orders (paid_at) where invoice_due;
