-- Pieces are released without money, once all of it was refunded or lost in a dispute.

alter table refunds
  drop constraint refunds_amount_cents_check,
  -- Of pieces only: no provider is called for it, and it never fails.
  add constraint refunds_amount_cents_check check (amount_cents > 0 or amount_cents = 0 and kind = 'order'
    and state = 'succeeded' and payment_intent_id is null and succeeded_at is null and not credit_note_due);
