-- request_remind: adds one SYSTEM note, and no event, to each request whose respondBy has passed without a response. Handles at
-- most as many requests as there are tokens in arg.tokens, the tokens of the new notes.
-- binds: arg.tokens
with overdue_request as (    -- the row's state and lock prevent a second note when several dispatchers run this statement. A locked request
                             -- waits for the next run
    select id, priority, respond_by from request
     where status = 'OPEN' and not responded and not reminder_sent and respond_by <= (select accepted_now())
     order by respond_by limit cardinality($1::text[]) for no key update skip locked
), changed_request as (    -- clients poll updatedAt
    update request set reminder_sent = true, updated_at = clock_timestamp() from overdue_request where request.id = overdue_request.id
), new_note as (
    insert into note (token, request, creator_name, summary, description, priority)
    select ($1::text[])[row_number() over (order by respond_by, id)], id, 'SYSTEM', 'Response overdue',
           'The receiver was to respond by ' || stamp(respond_by) || ' and has not.', priority
      from overdue_request
)
select count(*) as done from overdue_request
