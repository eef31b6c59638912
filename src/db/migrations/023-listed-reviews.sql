-- Whether its author's email was unverified when it was written, and is so still.
alter table reviews add column unverified boolean not null default false;
update reviews set unverified = true where account_id in (select id from accounts where not email_verified);
-- What visitors read, past any number of reviews that wait.
create index reviews_of_verified on reviews (id) where hidden_at is null and (approved_at is not null or not unverified);
create index reviews_approved on reviews (id) where hidden_at is null and approved_at is not null;

alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('order_placed', 'order_paid', 'order_shipped',
  'order_cancelled', 'order_refunded', 'order_expiring', 'verify_email', 'reset_password', 'second_factor_set',
  'second_factor_removed', 'text'));
