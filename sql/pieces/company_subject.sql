-- company_subject: as `subject`, the company {arg.id} and what names it. who: addresses and user names of its accounts. emails: the
-- addresses among them. pattern: matches the domain in a lower-case text, alone or after an account or a host, but no longer domain that
-- contains it. An escape such as \n may precede it in the text of a JSON value.
subject as (
    select id, domain, erased_company(id) as name,
           array(select lower(email) from account where company = c.id union select lower(username) from account where company = c.id) as who,
           array(select lower(email) from account where company = c.id union select lower(username) from account where company = c.id and is_email(username)) as emails,
           '(?:(?<![a-z0-9-])|(?<=\\[bfnrt]))' || regexp_replace(domain, '([^a-z0-9])', '\\\1', 'g') || '(?![a-z0-9-]|[.][a-z0-9])' as pattern
      from company c where id = {arg.id}::bigint
)
