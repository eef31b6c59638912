-- Tables of the embedded identity provider, with the fields that Better Auth 1.7 requires.
create table identity_users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table identity_sessions (
  id text primary key,
  user_id text not null references identity_users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_sessions_user on identity_sessions (user_id);

create table identity_credentials (
  id text primary key,
  user_id text not null references identity_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_credentials_user on identity_credentials (user_id);

create table identity_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_verifications_identifier on identity_verifications (identifier);
