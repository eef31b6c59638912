-- Becoming an admin by ADMIN_EMAILS depends on what the identity provider says at that sign-in.
alter table accounts drop column email_verified_at;

-- For a person's mails, images and reviews.
create index outbox_by_recipient on outbox ((data ->> 'to'));
create index outbox_by_order on outbox (order_id) where order_id is not null;
create index reviews_by_account on reviews (account_id) where account_id is not null;
