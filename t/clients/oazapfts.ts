// By oazapfts. Its functions give the status and the data.
import * as api from './made/oazapfts';
import { play, Refused, type Failure } from './story';

async function must<Answer extends { status: number; data?: unknown }>(call: Promise<Answer>) {
  const { status, data } = await call;
  if (status !== 200) throw new Refused(status, data as Failure);
  return data as Extract<Answer, { status: 200; data: unknown }>['data'];
}

await play(async (baseUrl, username, password) => {
  const login = await must(api.login({ username, password }, { baseUrl }));
  const options = { baseUrl, headers: { Authorization: `Bearer ${login.accessToken}` } };
  return {
    find: (term) => must(api.partnerFind(term, {}, options)),
    form: (documentId) => must(api.formDocument(documentId, {}, options)),
    create: (body) => must(api.requestCreate(body, {}, options)),
    approve: (token, idempotencyKey, body) => must(api.approvalCreate(token, body, { idempotencyKey }, options)),
    note: (token, body) => must(api.noteCreate(token, body, {}, options)),
    close: (token) => must(api.closureCreate(token, {}, options)),
  };
});
