-- When the email's owner took the account over from whoever had signed up with it.
alter table accounts add column taken_over_at timestamptz;
