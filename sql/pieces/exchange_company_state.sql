-- exchange_company_state: each company's values, as the file of collabctl exchange has them. Erased ones are left out.
company_state as (
    select c.id, jsonb_build_object('domain', c.domain, 'name', c.name, 'active', c.active, 'description', c.description, 'tags', to_jsonb(c.tags),
               'hoursHigh', c.hours_high, 'hoursMedium', c.hours_medium, 'hoursLow', c.hours_low, 'rateLimit', c.rate_limit,
               'subscriptionLimit', c.subscription_limit, 'dailyRequests', c.daily_requests, 'dailyBytes', c.daily_bytes, 'contacts', to_jsonb(c.contacts),
               'communities', (select coalesce(jsonb_agg(y.name order by y.name collate "C"), '[]')
                                 from community_member m join community y on y.id = m.community where m.company = c.id)) as state
      from company c where c.name <> erased_company(c.id)
)
