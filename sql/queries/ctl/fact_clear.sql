-- ctl_fact_clear: empties the stored list of the schema's facts, before the list of sql/facts.tsv is copied into it.
delete from schema_fact
