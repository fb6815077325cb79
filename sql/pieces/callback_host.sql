-- callback_host: host and port of the callback URL of the subscription `s`. If the URL has no port, the port is the scheme's default.
-- Only IPv6 addresses, which contain colons, need the slower regular expressions.
case when s.callback_url like '%://[%'
     then regexp_replace(lower(substring(s.callback_url from '^[^:]*://([^/?#]*)')) || case when s.callback_url ilike 'https:%' then ':443' else ':80' end, '(\]:[0-9]+):[0-9]+$', '\1')
     else lower(split_part(split_part(split_part(split_part(s.callback_url, '/', 3), '?', 1), '#', 1), ':', 1)) || ':'
          || coalesce(nullif(split_part(split_part(split_part(split_part(s.callback_url, '/', 3), '?', 1), '#', 1), ':', 2), ''), case when s.callback_url ilike 'https:%' then '443' else '80' end) end
