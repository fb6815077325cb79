-- The Content-Type that a V2 subscription's deliveries have. Nodes of 0.1.0 do not know the column, and send the default.
lock table subscription in access exclusive mode;
alter table subscription add column content_type text;         -- null: application/cloudevents+json (V2), application/json (V1)
alter table subscription add constraint subscription_content_type_check check (content_type is null or content_type = 'application/json' and version = 'V2') not valid;
