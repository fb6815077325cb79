-- ctl_fact_clear: empties the stored list of the schema's facts, before the list of sql/facts.tsv is copied into it. A lost list is made
-- anew, as in migration 0114.
create table if not exists schema_fact (kind text, name text, fact text not null, remake text, primary key (kind, name))
-- then
delete from schema_fact
