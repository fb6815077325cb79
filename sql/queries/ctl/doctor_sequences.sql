-- ctl_doctor_sequences: the sequences that are behind their columns, in words; null: none.
select string_agg(numbers || ' is at ' || at || ', with rows up to ' || largest, '; ' order by numbers) as behind from sequence_behind()
