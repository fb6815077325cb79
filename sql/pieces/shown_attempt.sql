-- shown_attempt: the attempt `page_attempt` in the log of deliveries: the JSON text before (`middle`) and after (`tail`) the body that
-- was sent. If the attempt's retry was `dropped`, nextAttemptAt is null, and the error includes the reason. An attempt whose dead letter
-- was replayed is not shown as a dead letter.
(select btrim(row_to_json(x)::text, '{}')
          from (select page_attempt.http_status as "httpStatus", page_attempt.number as "attemptNumber", page_attempt.success as "success") x) as middle,
       (select substr(row_to_json(x)::text, 2)
          from (select page_attempt.response_body as "responseBody", stamp(page_attempt.created_at) as "createdAt",
                       page_attempt.duration_ms as "durationMs", nullif(concat_ws('; ', page_attempt.error, page_attempt.dropped), '') as "error",
                       case when page_attempt.dropped is null then stamp(page_attempt.next_attempt_at) end as "nextAttemptAt",
                       page_attempt.dead_letter and is_dead_letter(page_attempt.subscription, page_attempt.event) as "deadLetter") x) as tail
