-- list_candidates: the requests that match `list_filter`, after the row that `start` names (at, id). One half of the union has the
-- requests that the company submitted, the other half those that it received. Each half reads one index, and returns at most
-- start.count requests (null: all). list_filter and start have one row each, so their values are constant inside `lateral`. Each half
-- therefore reads its index in order and stops after a page; a plain join would sort everything. A filter with words reads the texts
-- of the newest 5,000 requests that match the rest of the filter. A text has three kinds of words: those between punctuation, those
-- between blanks without their punctuation, and those between other punctuation than apostrophes. So Smith-O'Neill has smith, o and neill;
-- smithoneill; oneill. The piece looks for the ten longest words first. For the others it makes a tsvector of the text, which takes less
-- than half of the time.
list_candidates as (
    select found.id, found.created_at, found.updated_at, found.size
      from list_filter, (select *, case when {query.query?}::text is null then at else 'infinity' end as first from start) start, lateral (
        select * from (
            (select r.id, r.created_at, r.updated_at, case when list_filter.summary then 2048 else r.submitter_size + r.receiver_size end as size,
                    case when list_filter.words is not null then concat_ws(' ', '', r.summary, r.submitter_case_number, r.receiver_case_number) end as text
               from request r
              where r.submit_company = list_filter.company and list_filter.type <> 'INBOUND'
                and (r.created_at, r.id) < (start.first, start.id)
                and r.created_at > list_filter.created_after and r.updated_at > list_filter.updated_after
                and (list_filter.status in ('ALL', r.status)
                     or list_filter.status = 'PENDINGACTION' and r.status = 'INFORMATION' and not r.information_answered)
                and (list_filter.case_number is null or r.submitter_case_number = list_filter.case_number)
                and (list_filter.priority is null or r.priority = list_filter.priority)
                and (list_filter.partner is null or r.receive_company = list_filter.partner)
              order by r.created_at desc, r.id desc limit start.count)
            union all
            (select r.id, r.created_at, r.updated_at, case when list_filter.summary then 2048 else r.submitter_size + r.receiver_size end as size,
                    case when list_filter.words is not null then concat_ws(' ', '', r.summary, r.submitter_case_number, r.receiver_case_number) end as text
               from request r
              where r.receive_company = list_filter.company and list_filter.type <> 'OUTBOUND'
                and (r.created_at, r.id) < (start.first, start.id)
                and r.created_at > list_filter.created_after and r.updated_at > list_filter.updated_after
                and (list_filter.status in ('ALL', r.status)
                     or list_filter.status = 'PENDINGACTION' and (r.status = 'OPEN' or r.status = 'INFORMATION' and r.information_answered))
                and (list_filter.case_number is null or r.receiver_case_number = list_filter.case_number)
                and (list_filter.priority is null or r.priority = list_filter.priority)
                and (list_filter.partner is null or r.submit_company = list_filter.partner)
              order by r.created_at desc, r.id desc limit start.count)) newest
         order by created_at desc, id desc limit case when list_filter.words is not null then 5000 end) found
     where list_filter.words is null
        or (found.created_at, found.id) < (start.at, start.id)
           and (select plain.text like all (list_filter.words)
                       and (list_filter.more is null or array_to_tsvector(array_remove(string_to_array(plain.text, ' '), '')) @@ list_filter.more)
                  from (select regexp_replace(folded.text, '[^[:alnum:]]+', ' ', 'g') || regexp_replace(folded.text, '[^[:alnum:] ]+', '', 'g')
                               || case when strpos(folded.text, '''') > 0 then regexp_replace(replace(folded.text, '''', ''), '[^[:alnum:]]+', ' ', 'g') else '' end as text
                          from (select lower(unaccent(found.text)) as text offset 0) folded offset 0) plain)
)
