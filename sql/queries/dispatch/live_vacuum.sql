-- live_vacuum: the tables whose rows live for moments only, and their indexes. Whoever vacuums one of them already is left alone.
vacuum (skip_locked, index_cleanup on) outbox, delivery, lease
