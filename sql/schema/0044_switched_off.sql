-- Since when a subscription is inactive, and why: null is what its owner has done, or what was before this.
alter table subscription
    add column inactive_since timestamptz,
    add column inactive_reason text;
