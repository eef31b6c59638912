-- What follows a sale can end: pieces are released without money, refunds that failed are closed.

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
