-- roles: the rights of the two database roles. Every `collabctl migrate` runs this file after the migrations; repeating it is
-- harmless. Workers (collab_api) may write webhook secrets and callback credentials but never read them. The dispatcher
-- (collab_dispatch) may read them. Of the members' data, the dispatcher may use only what deliveries and its duties need.

do $$
declare setting record;
begin
    if not exists (select from pg_roles where rolname = 'collab_api') then create role collab_api login; end if;
    if not exists (select from pg_roles where rolname = 'collab_dispatch') then create role collab_dispatch login; end if;
    -- Set only what differs: since PostgreSQL 16, setting anything requires the ADMIN option on the role. The role's creator has that
    -- option, but the owner of a database upgraded from an older version does not.
    for setting in
        select role_setting.* from (values
            ('collab_api', 'search_path', 'collab'), ('collab_dispatch', 'search_path', 'collab'),
            ('collab_api', 'TimeZone', 'UTC'),       ('collab_dispatch', 'TimeZone', 'UTC'),
            -- Rows are looked up by key, and disks no longer rotate. With the default, each request would scan small tables whole.
            ('collab_api', 'random_page_cost', '1.1'), ('collab_dispatch', 'random_page_cost', '1.1'),
            -- The dispatcher's tables grow and shrink faster than their statistics are updated. Its statements read by key, in key order;
            -- a function that needs a bitmap scan allows it for itself.
            ('collab_dispatch', 'enable_seqscan', 'off'), ('collab_dispatch', 'enable_bitmapscan', 'off'),
            -- JIT is off: for a large table the planner expects high costs and would compile each short statement for a second.
            ('collab_dispatch', 'jit', 'off'),
            ('collab_dispatch', 'lock_timeout', '5s'),
            ('collab_api', 'idle_in_transaction_session_timeout', '15s'), ('collab_dispatch', 'idle_in_transaction_session_timeout', '60s')
        ) as role_setting (role, name, value)
         where not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                            where d.datname = current_database() and s.setrole = role_setting.role::regrole
                              and role_setting.name || '=' || role_setting.value = any (s.setconfig))
    loop
        execute format('alter role %I in database %I set %I = %L', setting.role, current_database(), setting.name, setting.value);
    end loop;
end $$;

-- The owner role owns everything, and the two roles get exactly the rights granted below: a role with more rights to a table, such as
-- its owner, could add a default or trigger that another role then executes. So `collabctl migrate` first revokes all grants.
revoke all on all tables in schema collab from collab_api, collab_dispatch, public;
revoke all on all sequences in schema collab from collab_api, collab_dispatch, public;
revoke all on schema collab from collab_api, collab_dispatch, public;
do $$
declare routine regprocedure;
begin
    for routine in select p.oid from pg_proc p, aclexplode(p.proacl) a
                    where p.pronamespace = 'collab'::regnamespace and a.grantee in ('collab_api'::regrole, 'collab_dispatch'::regrole)
    loop
        execute format('revoke all on function %s from collab_api, collab_dispatch', routine);
    end loop;
    -- Before PostgreSQL 17 only an owner may vacuum, so only autovacuum keeps these tables small.
    if current_setting('server_version_num')::int >= 170000 then grant maintain on outbox, delivery, lease to collab_dispatch; end if;
end $$;
grant usage on schema collab to collab_api, collab_dispatch;
grant select on channel, accepted_time, exchange to collab_api, collab_dispatch;

grant select on schema_migration, company, department, community, community_member, document, document_field, account, idempotency_mac, jwks,
                attempt, ended_queue to collab_api;
grant select on search_state, search_doc, search_source, search_known, search_term, search_posting, search_word, search_role_word,
                search_synonym, search_circumstance, search_name to collab_api;
grant select, insert, update, delete on login_failure, login_address, login_name, login_network, idempotency to collab_api;
grant select, insert, update on last_login to collab_api;
grant select, insert, update (last_at) on legacy_use to collab_api;
grant update (password_hash, epoch) on account to collab_api;  -- users change their own password
grant select, insert on canary to collab_api, collab_dispatch;
grant insert (what, by_account, by_address, company, account, subscription, request, before, after, request_id, once) on audit to collab_api;  -- adds rows with the current time, and changes none
grant select, insert, update, delete on node to collab_api;
grant select on delivery to collab_api;                         -- the node's watcher checks for work that no dispatcher does
grant select, insert, update, delete on company_day to collab_api;       -- for the node's watcher
grant select, update on company_day_count to collab_api;         -- for the node's watcher
grant select, insert, update, delete on member_alert to collab_api;      -- for the node's watcher
grant select on dead_letter to collab_api;                       -- for the watcher's alerts to members and operators
grant select (id, state, subscription, created_at, wanted, who, total, left_out, reason, finished_at), insert (wanted, who, rate, total, subscription) on replay to collab_api;   -- a member's redelivery
grant select (replay, subscription, event), insert (replay, subscription, event, dead_letter) on replay_item to collab_api;
grant insert (replay, act, who) on replay_act to collab_api;
grant select, insert, update on redelivery to collab_api;
grant select, insert, update on redelivery_plan to collab_api;
grant execute on function sequence_behind() to collab_api;      -- collabctl doctor
grant select on maintenance to collab_api;                      -- for the node's watcher
grant select on schema_fact, schema_held to collab_api;         -- for the node's watcher and collabctl doctor
grant update (wanted_at) on jwks to collab_api;
grant select, insert on request, note, response, event, outbox to collab_api;
grant select, insert, update on attachment_storage to collab_api;       -- workers open the sealed passwords for uploads
grant select, insert on attachment to collab_api;
grant select, insert, delete on attachment_name to collab_api;
grant update (submitter_case_number, receiver_case_number, status, information_answered, updated_at, responded, feedback_requested,
              submitter_contact, receiver_contact, rendered, submitter_notes, receiver_notes, submitter_responses, receiver_responses,
              submitter_size, receiver_size) on request to collab_api;
grant update (case_number, engineer_name, engineer_phone, engineer_email, next_steps, rendered) on response to collab_api;
grant select (id, uid, queue, company, version, callback_url, callback_since, event_types, case_directions, partner_companies, content_type, filters_since, active,
              active_since, inactive_since, inactive_reason, auth_type, previous_expires_at, created_at, updated_at, paused_since,
              made_from, active_from) on subscription to collab_api;
grant insert, delete on subscription to collab_api;
grant update (callback_url, callback_since, event_types, case_directions, partner_companies, content_type, filters_since, active, active_since, inactive_since,
              inactive_reason, auth_type, auth, secret, previous_expires_at, rotated_at, updated_at) on subscription to collab_api;
grant select (until), insert on earlier_filters to collab_api;
grant select (subscription, until) on previous_secret to collab_api;

grant select on schema_migration, event, subscription, earlier_filters, previous_secret, day_mark, retention to collab_dispatch;
grant delete on earlier_filters to collab_dispatch;            -- filters older than every event that has yet to fan out
grant select, delete on outbox to collab_dispatch;
grant update (event) on outbox to collab_dispatch;              -- row lock only
grant update (id, active, inactive_since, inactive_reason, updated_at) on subscription to collab_dispatch;      -- row lock; CollabWebhookRetireGone
grant select, insert, update, delete on delivery, lease to collab_dispatch;
grant select, insert, delete on dispatcher to collab_dispatch;
grant select, update (due_to), delete on dropped_queue to collab_dispatch;
grant select, insert on attempt, dead_letter to collab_dispatch;
grant usage on sequence attempt_id_seq to collab_dispatch;
grant execute on function make_attempt_partitions(int), drop_attempt_partition(int) to collab_dispatch;
grant delete on dead_letter to collab_dispatch;                 -- after a replay, after the subscription's deletion, and old ones (CollabRetention)
grant update (id) on dead_letter to collab_dispatch;            -- row lock only
grant execute on function reindex_live() to collab_dispatch;
grant execute on function advance_accepted_time(bigint, bigint), pull_back_times() to collab_dispatch;
grant select, update, delete on replay to collab_dispatch;       -- deletes members' old replays, CollabRetention
grant select, delete on replay_item to collab_dispatch;
grant select (replay), insert, delete on replay_act to collab_dispatch;
grant delete on event to collab_dispatch;                      -- old events, CollabRetention
grant execute on function delete_closed_requests(int, timestamptz, int) to collab_dispatch;
grant insert (what, company, subscription, after) on audit to collab_dispatch;
grant select (last_at), delete on legacy_use to collab_dispatch;
grant select, delete on audit_unlogged to collab_dispatch;
grant execute on function audit_log_lines(int), audit_retire(int, int) to collab_dispatch;     -- CollabAuditLog, CollabRetention
-- Its duties: reminders, and closing idle requests.
grant execute on function has_event_since(bigint, bigint) to collab_dispatch;
grant select (id, token, submit_company, receive_company, priority, status, updated_at, responded, respond_by, reminder_sent) on request to collab_dispatch;
grant update (status, updated_at, feedback_requested, reminder_sent) on request to collab_dispatch;
grant insert (token, request, creator_name, summary, description, priority) on note to collab_dispatch;
grant insert (type, request, request_token, submit_company, receive_company) on event to collab_dispatch;
grant insert (channel, event) on outbox to collab_dispatch;
grant update (active) on channel to collab_dispatch;           -- the first dispatcher that writes the event log activates its channel
grant select, insert, update on jwks to collab_dispatch;
grant select (id, name) on company to collab_dispatch;         -- the status page names companies whose receivers are in trouble

-- With pg_read_all_stats the alarm for a long transaction shows the session's state and the age of its transaction. Without
-- pg_read_all_stats the alarm shows only the process id, the user and the application. Since PostgreSQL 16, granting
-- pg_read_all_stats requires a superuser or the ADMIN option.
do $$
begin
    if not pg_has_role('collab_dispatch', 'pg_read_all_stats', 'usage') then grant pg_read_all_stats to collab_dispatch; end if;
exception when insufficient_privilege then
    raise warning 'collab_dispatch lacks pg_read_all_stats: the alarm for a long transaction cannot show its state and age. Run collabctl setup as root, which grants it';
end $$;

-- Record the grants for the nodes' watchers, which name each privilege granted or revoked since.
grant select on privilege_held, privilege_granted to collab_api;
delete from privilege_granted;
-- Ownership, memberships and role attributes ('the server') are not recorded, because the two roles must never have any.
insert into privilege_granted select role, object, privilege from privilege_held
 where privilege not in ('OWNERSHIP', 'MEMBERSHIP') and object <> 'the server';
