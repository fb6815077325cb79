-- Has one company a request to another? Asked of each id in a webhook's partnerCompanyIds.
create index request_pair on request (submit_company, receive_company);
