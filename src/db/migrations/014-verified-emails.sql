-- When the email was verified. For emails verified before this migration its own time counts: becoming an admin by
-- ADMIN_EMAILS needs a later sign-in.
alter table identity_users add column email_verified_at timestamptz;
update identity_users set email_verified_at = now() where email_verified;
alter table accounts add column email_verified_at timestamptz;
update accounts set email_verified_at = now() where email_verified;

create index admin_actions_by_target on admin_actions (target_id);
