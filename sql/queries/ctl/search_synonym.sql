-- ctl_search_synonym: adds a synonym with a weight, or removes it.
-- binds: arg.phrase, arg.means, arg.weight, arg.remove
with given as (
    select btrim(search_text($1)) as phrase, btrim(search_text($2)) as meaning,
           case when $3::text is null then 0.4 when $3 ~ '^(0?[.][0-9]{1,6}|1([.]0*)?|0)$' then $3::real end as weight
), fault as (
    select case when phrase = '' then 'phrase: has no letter or digit' when meaning = '' then 'means: has no letter or digit'
                when $4::text is null and phrase = meaning then 'means: must not be the phrase itself'
                when $4::text = 'true' and $3::text is not null then 'weight: cannot be given with --remove'
                when weight is null or weight = 0 then 'weight: must be a number above 0, at most 1'
                when $4::text = 'true' and not exists (select from search_synonym s where s.phrase = given.phrase and s.meaning = given.meaning)
                     then 'phrase: there is no such synonym' end as text
      from given
), former_synonym as (select s.weight from search_synonym s join given on s.phrase = given.phrase and s.meaning = given.meaning),
deleted_synonym as (
    delete from search_synonym s using given, fault
     where $4::text = 'true' and fault.text is null and s.phrase = given.phrase and s.meaning = given.meaning
), new_synonym as (
    insert into search_synonym (phrase, meaning, weight)
    select phrase, meaning, weight from given, fault where $4::text is null and fault.text is null
    on conflict (phrase, meaning) do update set weight = excluded.weight
)
select fault.text as refusal,
       case when $4::text is null and (select weight from former_synonym) = given.weight then 'nothing to do: this synonym already exists' end as said
  from fault, given;
