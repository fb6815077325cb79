-- ctl_search_role_word: adds or removes role words, which searches ignore.
-- binds: arg.word, arg.remove
with given as (select w as word from unnest(string_to_array(btrim(search_text($1)), ' ')) w where w <> ''),
fault as (
    select case when not exists (select from given) then 'word: has no letter or digit'
                when $2::text = 'true' and exists (select from given where word not in (select word from search_role_word))
                     then 'word: is not a role word' end as text
), deleted_word as (
    delete from search_role_word using fault where $2::text = 'true' and fault.text is null and word in (select word from given)
), new_word as (
    insert into search_role_word (word) select word from given, fault where $2::text is null and fault.text is null on conflict do nothing
)
select fault.text as refusal,
       case when $2::text is null and not exists (select from given where word not in (select word from search_role_word)) then 'nothing to do: it is already a role word' end as said
  from fault;
