-- Where a callback's credentials belong: scheme, host and port of a URL that the interface has accepted, with the default port named.
create function url_origin(url text) returns text language sql immutable strict parallel safe
return (select lower(m[1]) || '://' || lower(m[2]) || ':' || coalesce(nullif(ltrim(m[3], '0'), ''), case lower(m[1]) when 'https' then '443' else '80' end)
          from regexp_match(url, '^([^:]+)://(\[[^]]*\]|[^:/?#]*)(?::([0-9]*))?') m);
