-- Money that goes back, in parts, with its state: until here all of a late payment, once it was given back.

alter table refunds drop constraint refunds_pkey;
alter table refunds
  alter column payment_intent_id drop not null,
  add column id uuid not null default new_id() primary key,
  -- 'order' of the money of a paid order, 'provider' the same, made at the provider's own pages.
  add column kind text not null default 'late_payment' check (kind in ('order', 'provider', 'late_payment')),
  add column state text not null default 'succeeded' check (state in ('pending', 'succeeded', 'failed')),
  add column amount_cents integer check (amount_cents > 0),
  add column attempt integer not null default 1,
  add column provider_id text unique,
  -- Of the transfer by which the money was sent back by hand.
  add column reference text not null default '',
  add column reason text not null default '',
  -- In the words of the provider.
  add column failure text not null default '',
  -- When it succeeded first: a provider may tell days later that it failed.
  add column succeeded_at timestamptz,
  add column last_checked_at timestamptz,
  add column credit_note_due boolean not null default false;
update refunds set amount_cents = total_cents, succeeded_at = refunds.created_at from orders where orders.id = order_id;
alter table refunds
  alter column amount_cents set not null,
  alter column kind drop default,
  alter column state set default 'pending';
create unique index refunds_of_late_payments on refunds (payment_intent_id) where kind = 'late_payment';
create index refunds_of_order on refunds (order_id);
create index refunds_of_payment on refunds (payment_intent_id);
create index refunds_pending on refunds (coalesce(last_checked_at, created_at)) where state = 'pending';
create index refunds_with_credit_note_due on refunds (succeeded_at) where credit_note_due;

-- Pieces that are not shipped any more.
create table refund_lines (
  refund_id uuid not null references refunds on delete cascade,
  -- Of a line of the order, which references it: a reference here would lock the tool against orders.
  tool_id uuid not null,
  quantity integer not null check (quantity > 0),
  -- Back in the stock, and not written off.
  restocked boolean not null,
  primary key (refund_id, tool_id)
);

alter table orders
  -- Some of its pieces were refunded before they were shipped.
  add column pieces_refunded boolean not null default false,
  -- All of them were.
  add column nothing_to_ship boolean not null default false;

create table credit_notes (
  number bigint primary key,
  refund_id uuid not null unique references refunds,
  issued_at timestamptz not null default now(),
  -- As it was issued: never changed, never rendered anew from settings.
  contents jsonb not null
);
create trigger credit_notes_append_only before update or delete or truncate on credit_notes
  for each statement execute function reject_change();
insert into document_numbers values ('credit_note', 0);

-- Of charges, by the holder of the card.
create table disputes (
  id text primary key,
  order_id uuid not null references orders on delete cascade,
  amount_cents integer not null,
  reason text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  -- Until when it can be answered.
  due_at timestamptz
);
create index disputes_of_order on disputes (order_id);

create index sandbox_refunds on sandbox_objects ((body ->> 'payment_intent'))
  where body ->> 'object' in ('refund', 'dispute');
