-- Unpaid orders expire. The shop gives orders without a time a full period.
alter table orders
  add column expires_at timestamptz,
  add column reminded_at timestamptz,
  -- Of an order by an unverified account: a keyed hash of its IP address.
  add column ip_key text;

create index orders_unpaid on orders (account_id) where state in ('placed', 'cancelling');
create index orders_unpaid_at_ip on orders (ip_key) where ip_key is not null and state in ('placed', 'cancelling');

alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('order_placed', 'order_paid', 'order_shipped',
  'order_cancelled', 'order_refunded', 'order_expiring', 'verify_email', 'reset_password', 'text'));
-- Mails of accounts go first: people wait for their links.
drop index outbox_due;
create index outbox_due on outbox ((order_id is not null), due_at) where due_at is not null;
