-- What follows a sale can end: pieces are released without money, refunds that failed are closed, and returns come
-- in part or are closed.

alter table refunds
  drop constraint refunds_state_check,
  -- 'closed' failed, and is not to be paid any more.
  add constraint refunds_state_check check (state in ('pending', 'succeeded', 'failed', 'closed')),
  add column close_reason text not null default '',
  drop constraint refunds_amount_cents_check,
  -- Of pieces only: no provider is called for it, and it never fails.
  add constraint refunds_amount_cents_check check (amount_cents > 0 or amount_cents = 0 and kind = 'order'
    and state = 'succeeded' and payment_intent_id is null and succeeded_at is null and not credit_note_due);
create index refunds_failed on refunds (order_id) where state = 'failed';
create index disputes_not_won on disputes (order_id) where state <> 'won';

alter table returns
  drop constraint returns_state_check,
  -- 'closed' came, and gets no refund.
  add constraint returns_state_check
    check (state in ('requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded', 'closed'));
-- Of those that were asked for; null until they come.
alter table return_lines add column received integer check (received between 0 and quantity);
update return_lines set received = quantity from returns where returns.id = return_id and state in ('received', 'refunded');
alter table return_lines
  drop constraint return_lines_check,
  add check (restocked between 0 and coalesce(received, 0));

-- What buyers and admins wrote about returns is deleted with their account: the log keeps it for ever.
alter table admin_actions disable trigger admin_actions_append_only;
update admin_actions set after = after - 'reason'
  where action in ('request_return', 'accept_return', 'refuse_return') and after ? 'reason';
alter table admin_actions enable trigger admin_actions_append_only;

-- The money of a lost dispute is not paid: it lowers the credit.
update accounts set paid_cents = paid_cents - lost.cents from (
  select account_id, sum(amount_cents) as cents from disputes join orders on orders.id = order_id
  where disputes.state = 'lost' group by account_id
) as lost where accounts.id = account_id;
