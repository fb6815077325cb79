-- ctl_sequence_advance: sets each sequence that is behind its columns to the largest number there.
select 'set ' || sequence || ' to ' || setval(sequence::regclass, max(largest)) as said from sequence_behind() group by sequence order by sequence
