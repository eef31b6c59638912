-- What the account has paid for: in proportion to it, unpaid orders may hold stock.
alter table accounts add column paid_cents bigint not null default 0;
update accounts set paid_cents = paid.cents
  from (select account_id, sum(total_cents) as cents from orders where state in ('paid', 'shipped') group by account_id) paid
  where accounts.id = paid.account_id;

-- Whether the order was placed beyond that.
alter table orders add column beyond_credit boolean not null default false;
update orders set beyond_credit = true
  where state in ('placed', 'cancelling') and account_id in (select id from accounts where not has_paid);

alter table accounts drop column has_paid;
