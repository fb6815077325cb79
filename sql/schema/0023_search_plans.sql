-- Understanding a query runs some dozen statements, each of which would be planned anew at every call: half of its time.
alter function search_understand(text) set plan_cache_mode = force_generic_plan;
