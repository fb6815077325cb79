-- live_reindex: rebuilds an index of the live tables that is much larger than its rows need. No row: none was rebuilt.
select index, bytes_before, bytes_after from reindex_live()
