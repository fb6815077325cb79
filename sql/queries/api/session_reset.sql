-- session_reset: gives the session's settings the values of the login, so that what mod_dbd's DBDInitSQL sets has no effect.
reset all
