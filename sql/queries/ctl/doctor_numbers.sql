-- ctl_doctor_numbers: the last number of the event ids' sequence, and the largest number that a row has from it.
select s.last_value::text as last,
       greatest((select max(id) from event), (select max(greatest(made_from, active_from, filters_from)) from subscription),
                (select max(until_event) from earlier_filters), 0)::text as largest
  from event_id_seq s
