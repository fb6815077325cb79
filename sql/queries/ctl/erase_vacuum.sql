-- ctl_erase_vacuum: removes erased data from the tables' pages and from the statistics.
vacuum (analyze) account, company, department, community_member, document, document_field, request, note, response, attachment, attachment_name,
       attachment_storage, subscription, previous_secret, earlier_filters, dead_letter, attempt, login_failure, login_name, login_network, last_login, legacy_use, idempotency, replay, replay_act, audit,
       search_posting, search_doc, search_term, search_word, search_name, search_source;
