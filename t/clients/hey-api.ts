// By @hey-api/openapi-ts, with its client for fetch.
import { createClient } from './made/hey-api/client';
import * as api from './made/hey-api/sdk.gen';
import { play, Refused, type Failure } from './story';

async function must<T>(call: Promise<{ data?: T; error?: unknown; response?: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Refused(response?.status ?? 0, error as Failure);
  return data;
}

await play(async (baseUrl, username, password) => {
  const login = await must(api.login({ client: createClient({ baseUrl }), body: { username, password } }));
  const client = createClient({ baseUrl, auth: login.accessToken });
  return {
    find: (searchTerm) => must(api.partnerFind({ client, path: { searchTerm } })),
    form: (documentId) => must(api.formDocument({ client, path: { documentId } })),
    create: (body) => must(api.requestCreate({ client, body })),
    approve: (token, key, body) => must(api.approvalCreate({ client, path: { token }, headers: { 'Idempotency-Key': key }, body })),
    note: (token, body) => must(api.noteCreate({ client, path: { token }, body })),
    close: (token) => must(api.closureCreate({ client, path: { token } })),
  };
});
