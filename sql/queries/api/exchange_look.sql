-- exchange_look: the identity of the exchange whose database this is. A node that serves one exchange alone (CollabExchange) asks
-- after each login (mod_collab/store/own_exchange.c), and its watcher every second.
select identity::text as identity from exchange
