// By swagger-typescript-api, which throws the response of an error.
import { Api, type ErrorResponse, type HttpResponse } from './made/swagger-typescript-api';
import { play, Refused } from './story';

const data = <T>(call: Promise<HttpResponse<T, unknown>>) => call.then((good) => good.data,
  (bad: HttpResponse<unknown, ErrorResponse>) => { throw new Refused(bad.status, bad.error); });

await play(async (url, username, password) => {
  const { v1 } = new Api({ baseUrl: url });
  const login = await data(v1.login({ username, password }));
  const secure = { headers: { Authorization: `Bearer ${login.accessToken}` } };
  return {
    find: (term) => data(v1.partnerFind(term, secure)),
    form: (documentId) => data(v1.formDocument(documentId, secure)),
    create: (body) => data(v1.requestCreate(body, secure)),
    approve: (token, key, body) => data(v1.approvalCreate(token, body, { headers: { ...secure.headers, 'Idempotency-Key': key } })),
    note: (token, body) => data(v1.noteCreate(token, body, secure)),
    close: (token) => data(v1.closureCreate(token, secure)),
  };
});
