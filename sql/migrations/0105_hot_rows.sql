-- What every note, response, event and change of a request pays for its row.
--
-- PostgreSQL reads the stored text of each check constraint of a table anew in every statement that writes a row of it: a fifth of what
-- adding a note cost. So triggers check the tables that each operation writes; the rows must be the same as before. The check of
-- a request runs only when one of its columns is written, not for each note.
--
-- A foreign key looks its row up, and locks it, for each note: its request, its company and its author, which the statement itself has just
-- read, and of which none is ever deleted. So who deletes one by hand is asked instead (keep_referenced).

-- In the order in which the operations take them; nodes of the version before are at work.
lock table account, company, request, note, response, event in access exclusive mode;

alter table request drop constraint request_check, drop constraint request_token_check,
                    drop constraint request_priority_check, drop constraint request_status_check;
alter table note drop constraint note_priority_check, drop constraint note_status_check;
alter table response drop constraint response_type_check;
alter table event drop constraint event_type_check, drop constraint event_about;

create function request_check() returns trigger language plpgsql as $$
begin
    if new.submit_company = new.receive_company or new.token !~ '^[A-Za-z0-9]{16,20}$' or new.priority not in ('LOW', 'MEDIUM', 'HIGH')
       or new.status not in ('OPEN', 'INFORMATION', 'ACCEPTED', 'REJECTED', 'CLOSED') then
        raise check_violation using message = 'this row of request is not allowed', table = tg_table_name;
    end if;
    return new;
end $$;
create trigger request_check before insert or update of submit_company, receive_company, token, priority, status
    on request for each row execute function request_check();

create function event_check() returns trigger language plpgsql as $$
begin
    if new.type not in ('created', 'closed', 'note.created', 'response.created', 'response.updated', 'webhook.test')
       or (new.request is null) <> (new.request_token is null) or (new.request is null) <> (new.subscription is not null) then
        raise check_violation using message = 'this row of event is not allowed', table = tg_table_name;
    end if;
    return new;
end $$;
create trigger event_check before insert or update on event for each row execute function event_check();

-- A note as records show it. row_to_json of a row of this type spares the trigger a query.
create type note_shown as ("id" bigint, "caseId" bigint, "companyName" text, "creatorUsername" text, "creatorEmail" text, "creatorName" text,
                           "summary" text, "description" text, "priority" text, "status" text, "token" text, "createdAt" text, "updatedAt" text);

-- Checks the note, and keeps its JSON text.
create or replace function note_render() returns trigger language plpgsql as $$
begin
    if new.priority not in ('LOW', 'MEDIUM', 'HIGH') or new.status not in ('ENTERED', 'READ', 'RESPONDED', 'REMOVED') then
        raise check_violation using message = 'this row of note is not allowed', table = tg_table_name;
    end if;
    if tg_op = 'INSERT' then
        new.updated_at := new.created_at;       -- a new record's updatedAt equals its createdAt
    end if;
    new.rendered := row_to_json(row(new.id, new.request, new.company_name, new.creator_username, new.creator_email, new.creator_name,
                                    new.summary, new.description, new.priority, new.status, new.token,
                                    stamp(new.created_at), stamp(new.updated_at))::note_shown);
    return new;
end $$;

-- A response as records show it.
create type response_shown as ("id" bigint, "type" text, "caseNumber" text, "engineerName" text, "engineerPhone" text, "engineerEmail" text,
                               "nextSteps" text, "createdAt" text);

-- Checks the response, and keeps its JSON text.
create or replace function response_render() returns trigger language plpgsql as $$
begin
    if new.type not in ('APPROVAL', 'REJECTION', 'INFORMATION_REQUEST', 'INFORMATION_RESPONSE') then
        raise check_violation using message = 'this row of response is not allowed', table = tg_table_name;
    end if;
    new.rendered := row_to_json(row(new.id, new.type, new.case_number, new.engineer_name, new.engineer_phone, new.engineer_email,
                                    new.next_steps, stamp(new.created_at))::response_shown);
    return new;
end $$;

alter table note drop constraint note_request_fkey, drop constraint note_company_fkey, drop constraint note_author_fkey;
alter table response drop constraint response_request_fkey, drop constraint response_company_fkey, drop constraint response_author_fkey;

-- Refuses to delete, or to number anew, what notes or responses name in the column of its argument. The lock waits for those that are being
-- written; those that come after it find the row gone.
create function keep_referenced() returns trigger language plpgsql security definer set search_path = collab, pg_temp as $$
declare
    held boolean;
begin
    if tg_op = 'UPDATE' and new.id = old.id then
        return new;
    end if;
    lock table note, response in share row exclusive mode;
    execute format('select exists (select from note where %1$I = $1) or exists (select from response where %1$I = $1)', tg_argv[0]) into held using old.id;
    if held then
        raise foreign_key_violation using message = format('notes or responses name %s %s', tg_table_name, old.id), table = tg_table_name;
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
revoke all on function keep_referenced() from public;
create trigger keep_referenced before delete or update of id on request for each row execute function keep_referenced('request');
create trigger keep_referenced before delete or update of id on company for each row execute function keep_referenced('company');
create trigger keep_referenced before delete or update of id on account for each row execute function keep_referenced('author');
