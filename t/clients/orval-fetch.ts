// By orval, with its client `fetch`. Its paths begin with a slash.
import * as api from './made/orval-fetch';
import { play, Refused, type Failure } from './story';

async function must<Answer extends { status: number; data: unknown }>(call: Promise<Answer>) {
  const { status, data } = await call;
  if (status !== 200) throw new Refused(status, data as Failure);
  return data as Extract<Answer, { status: 200 }>['data'];
}

await play(async (url, username, password) => {
  const fetched = globalThis.fetch;
  globalThis.fetch = (path, options) => fetched(new URL(String(path), url), options);
  const login = await must(api.login({ username, password }));
  const headers = { Authorization: `Bearer ${login.accessToken}` };
  return {
    find: (term) => must(api.partnerFind(term, { headers })),
    form: (documentId) => must(api.formDocument(documentId, { headers })),
    create: (body) => must(api.requestCreate(body, { headers })),
    approve: (token, key, body) => must(api.approvalCreate(token, body, { headers: { ...headers, 'Idempotency-Key': key } })),
    note: (token, body) => must(api.noteCreate(token, body, { headers })),
    close: (token) => must(api.closureCreate(token, { headers })),
  };
});
