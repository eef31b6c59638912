-- The identity provider stored what X-Forwarded-For said, whoever had sent it.
update identity_sessions set ip_address = null where ip_address is not null;
update jobs set name = 'anonymize closed accounts' where name = 'forget closed accounts';
