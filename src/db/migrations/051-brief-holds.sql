-- Whether the order holds its pieces for half an hour only, also once the buyer's email is verified.
alter table orders add column held_briefly boolean not null default false;
