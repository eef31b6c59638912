-- no transaction
-- Orders that somebody has to look after if their buyer does not come back.
create index concurrently if not exists orders_unsettled on orders (created_at) where state in ('placed', 'cancelling');
