-- no transaction
-- For the reconciliation of unfinished orders.
create index concurrently if not exists orders_unsettled on orders (created_at) where state in ('placed', 'cancelling');
