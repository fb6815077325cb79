-- Object ids of service principals that are GUIDs are stored in lower case, as they are looked up from now on.

-- Of two rows that differ by case alone, the older one keeps its tokens; the other is found no more and can be disabled.
update account set subject = lower(subject)
 where kind = 'principal' and subject <> lower(subject)
   and subject ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
   and not exists (select from account other
                    where other.kind = 'principal' and other.issuer = account.issuer and lower(other.subject) = lower(account.subject)
                      and (other.id < account.id or other.subject = lower(other.subject)) and other.id <> account.id);
