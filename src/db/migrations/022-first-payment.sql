-- Whether the account ever paid for an order: until then its unpaid orders hold less.
alter table accounts add column has_paid boolean not null default false;
update accounts set has_paid = true where id in (select account_id from orders where state in ('paid', 'shipped'));

create index orders_unpaid_of_tool on orders (tool_id) where state in ('placed', 'cancelling');
