create sequence counter_txn as bigint start with 10017 cache 1;
create sequence counter_token as bigint start with 5 cache 1;
create sequence counter_webhook as bigint start with 2 cache 1;
create sequence counter_batch as bigint start with 2 cache 1;
create sequence counter_crn_lookup as bigint start with 1 cache 1;
alter table merchant alter column id restart with 2;
alter table api_call alter column id restart with 3;
