-- exchange_account_state: each user's and principal's values, as exchange_company_state.
account_state as (
    select a.id, a.kind, a.company, jsonb_build_object('username', a.username, 'company', c.domain, 'active', a.active, 'email', a.email, 'firstName', a.first_name,
               'lastName', a.last_name, 'phone', a.phone, 'phoneCountryCode', a.phone_country_code, 'city', a.city, 'emailCheckFailData', a.email_check_fail_data,
               'role', a.role, 'issuer', a.issuer, 'subject', a.subject, 'passwordHash', a.password_hash) as state
      from account a join company c on c.id = a.company where a.username <> erased_user(a.id) and c.name <> erased_company(c.id)
)
