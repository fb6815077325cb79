-- member_alert_told: records what CollabMemberAlertCommand has reported about a subscription.
-- binds: value.subscription, value.failing, value.dead_letters
update member_alert set failing = $2::boolean, dead_letters = $3::boolean where subscription = $1::bigint
