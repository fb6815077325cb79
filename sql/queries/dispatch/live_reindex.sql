-- live_reindex: an index of the live tables that is much larger than its rows ask for, made anew. No row: there is none.
select index, bytes_before, bytes_after from reindex_live()
