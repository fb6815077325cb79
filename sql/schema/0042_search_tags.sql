-- Tags count four times what they did in ranking: they are what a company lists of itself in order to be found by it, and a text says the same word in
-- passing. No collection asks for less, those whose queries speak in labels gain, and from twice on the measure does not matter much (docs/search.md).
create or replace function search_tuning(mean_text float8)
returns table (w_name float8, w_tags float8, w_text float8, b_name float8, b_tags float8, b_text float8, k1 float8, lead float8, feedback boolean)
language sql immutable parallel safe rows 1 as $$
    select 1 + 2 * x, 8 - 4 * x, 2 - x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 0.3 + 0.2 * x, 1.2 + 0.4 * x, 1.5 * x, mean_text >= 40
      from (select least(greatest(ln(mean_text / 8) / ln(10), 0), 1) offset 0) t (x)
$$;

select search_rebuild();
