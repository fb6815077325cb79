// By kubb, with its plugins for types and for a client that fetches.
import * as api from './made/kubb';
import { play, Refused, type Failure } from './story';

async function must<T>(call: Promise<{ status: number; data: T }>): Promise<T> {
  const { status, data } = await call;
  if (status !== 200) throw new Refused(status, data as Failure);
  return data;
}

await play(async (baseURL, username, password) => {
  const json = { 'Content-Type': 'application/json' };
  const login = await must(api.login({ username, password }, { baseURL, headers: json }));
  const config = { baseURL, headers: { ...json, Authorization: `Bearer ${login.accessToken}` } };
  return {
    find: (term) => must(api.partnerFind(term, {}, config)),
    form: (documentId) => must(api.formDocument(documentId, {}, config)),
    create: (body) => must(api.requestCreate(body, {}, config)),
    approve: (token, key, body) => must(api.approvalCreate(token, body, {}, { ...config, headers: { ...config.headers, 'Idempotency-Key': key } })),
    note: (token, body) => must(api.noteCreate(token, body, {}, config)),
    close: (token) => must(api.closureCreate(token, {}, config)),
  };
});
