// By openapi-zod-client: zodios calls, and checks each body that is sent or received.
import { isAxiosError } from 'axios';
import { createApiClient } from './made/openapi-zod-client';
import { play, Refused, type Failure } from './story';

const must = <T>(call: Promise<T>) => call.catch((failed: unknown) => {
  throw isAxiosError<Failure>(failed) && failed.response ? new Refused(failed.response.status, failed.response.data) : failed;
});

await play(async (url, username, password) => {
  const api = createApiClient(url);
  const login = await api.login({ username, password });
  const headers = { Authorization: `Bearer ${login.accessToken}` };
  return {
    find: (searchTerm) => must(api.partner_find({ params: { searchTerm }, headers })),
    form: (documentId) => must(api.form_document({ params: { documentId }, headers })),
    create: (body) => must(api.request_create(body, { headers })),
    approve: (token, key, body) => must(api.approval_create(body, { params: { token }, headers: { ...headers, 'Idempotency-Key': key } })),
    note: (token, body) => must(api.note_create(body, { params: { token }, headers })),
    close: (token) => must(api.closure_create(undefined, { params: { token }, headers })),
  };
});
