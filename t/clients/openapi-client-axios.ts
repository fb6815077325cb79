// Types by openapi-client-axios-typegen; openapi-client-axios reads the description from the server, and calls.
import { isAxiosError } from 'axios';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import type { Client } from './made/openapi-client-axios';
import { play, Refused, type Failure } from './story';

const must = <T>(call: Promise<{ data: T }>) => call.then(({ data }) => data, (failed: unknown) => {
  throw isAxiosError<Failure>(failed) && failed.response ? new Refused(failed.response.status, failed.response.data) : failed;
});

await play(async (url, username, password) => {
  const api = await new OpenAPIClientAxios({ definition: `${url}/openapi.json`, withServer: { url } }).init<Client>();
  const login = await must(api.login(null, { username, password }));
  const headers = { Authorization: `Bearer ${login.accessToken}` };
  return {
    find: (searchTerm) => must(api.partner_find({ searchTerm }, null, { headers })),
    form: (documentId) => must(api.form_document({ documentId }, null, { headers })),
    create: (body) => must(api.request_create(null, body as Parameters<typeof api.request_create>[1], { headers })), // its list of 500 is a tuple
    approve: (token, key, body) => must(api.approval_create({ token, 'Idempotency-Key': key }, body, { headers })),
    note: (token, body) => must(api.note_create({ token }, body, { headers })),
    close: (token) => must(api.closure_create({ token }, null, { headers })),
  };
});
