-- ctl_search_synonyms: all synonyms.
select phrase, meaning as means, weight, json_build_object('phrase', phrase, 'means', meaning, 'weight', weight) as json
  from search_synonym order by phrase, meaning;
