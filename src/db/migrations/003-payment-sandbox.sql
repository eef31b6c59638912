-- State of the embedded payment sandbox.
create table sandbox_objects (
  id text primary key,
  body jsonb not null
);

create table sandbox_replies (
  idempotency_key text primary key,
  request text not null,
  status integer not null,
  body jsonb not null
);
