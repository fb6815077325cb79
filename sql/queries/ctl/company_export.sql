-- ctl_company_export: a company's data without its requests and deliveries, as the interface shows it: one row for each line of the
-- export.
-- binds: arg.company
with named_company as (select * from company where id::text = $1 or domain = lower($1)),
line (place, id, type, record) as (
    select 1, c.id, 'company', row_to_json(x)::text
      from named_company c, lateral (
           select c.id as "id", c.name as "name", c.description as "description", c.domain as "domain", c.tags as "tags", c.contacts as "contacts", c.active as "active",
                  array(select y.name from community_member m join community y on y.id = m.community where m.company = c.id order by y.id) as "communities",
                  (select storage_parameters.parameters::json from storage_parameters(null, c.id)) as "attachments", stamp(c.created_at) as "createdAt") x
    union all
    select 2, a.id, 'user', concat('{"user":', a.rendered, ',"kind":"', a.kind, '","role":"', a.role, '","active":', a.active::text,
                              ',"issuer":', coalesce(to_json(a.issuer)::text, 'null'), ',"subject":', coalesce(to_json(a.subject)::text, 'null'), '}')
      from named_company c join account a on a.company = c.id
    union all
    select 3, d.id, 'department', row_to_json(x)::text
      from named_company c join department d on d.company = c.id,
           lateral (select d.id as "id", d.name as "name", d.description as "description", d.tags as "tags", d.active as "active") x
    union all
    select 4, d.id, 'form', row_to_json(x)::text
      from named_company c join document d on d.company = c.id, lateral (
           select d.id as "documentId", d.name as "name", d.department as "departmentId", d.active as "active", contact(d.contact_name, d.contact_email, d.contact_phone) as "contact",
                  d.admin_note as "adminNote", d.escalation_instructions as "escalationInstructions",
                  array(select row_to_json(y) from (
                            select f.id as "fieldId", f.section as "section", f.label as "label", f.options as "options", f.additional_settings as "additionalSettings",
                                   f.type as "type", f.display_order as "displayOrder", f.validation_rules as "validationRules", f.value as "value",
                                   f.selections as "selections", f.required as "required"
                              from document_field f where f.document = d.id order by f.display_order, f.id) y) as "customFields") x
    union all
    select 5, u.id, 'subscription', row_to_json(x)::text
      from named_company c join subscription u on u.company = c.id, lateral (
           select u.id as "id", u.version as "payloadVersion", u.callback_url as "callbackUrl", u.event_types as "eventTypes", u.active as "active",
                  u.auth_type as "callbackAuthType", u.case_directions as "caseDirections", u.partner_companies as "partnerCompanyIds",
                  u.content_type as "contentType", stamp(u.created_at) as "createdAt", stamp(u.updated_at) as "updatedAt") x
)
select case when not exists (select from named_company) then 'company: there is no company ' || $1 end as refusal,
       (select concat('{', named_company.id, '}') from named_company) as companies, line.type, line.record
  from (select) one left join line on true order by line.place, line.id
