-- With the fields that Better Auth's two-factor plugin requires; `secret` and `backup_codes` are encrypted.
alter table identity_users add column two_factor_enabled boolean not null default false;

create table identity_two_factors (
  id text primary key,
  user_id text not null unique references identity_users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- When a code was accepted in this session.
alter table identity_sessions add column second_factor_at timestamptz;
