-- ctl_baseline_copy: the commands that fill a table of the baseline and analyze it. arg.columns is the first line of the table's
-- file: the names of the columns, separated by tabs.
-- binds: arg.table, arg.columns
select format('copy collab.%I (%s) from stdin', $1::text, string_agg(quote_ident(name), ', ' order by n)) as copy,
       format('analyze collab.%I', $1::text) as analyze
  from regexp_split_to_table($2::text, '\t') with ordinality as columns (name, n);
