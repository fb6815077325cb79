// Types by openapi-typescript; openapi-fetch calls.
import createClient from 'openapi-fetch';
import type { paths } from './made/openapi-typescript';
import { play, Refused, type Failure } from './story';

function must<T>({ data, error, response }: { data?: T; error?: Failure | { detail: string }; response: Response }): T {
  if (error !== undefined && 'message' in error) throw new Refused(response.status, error);
  if (data === undefined) throw new Error(`${response.status}`);
  return data;
}

await play(async (url, username, password) => {
  const anonymous = createClient<paths>({ baseUrl: url });
  const login = must(await anonymous.POST('/v1/login', { body: { username, password } }));
  const api = createClient<paths>({ baseUrl: url, headers: { Authorization: `${login.tokenType} ${login.accessToken}` } });
  const request = '/v1/collaboration-requests/{token}';
  return {
    find: async (searchTerm) => must(await api.GET('/v1/partners/{searchTerm}', { params: { path: { searchTerm } } })),
    form: async (documentId) => must(await api.GET('/v1/forms/document/{documentId}', { params: { path: { documentId } } })),
    create: async (body) => must(await api.POST('/v1/collaboration-requests', { body })),
    approve: async (token, key, body) =>
      must(await api.POST(`${request}/approval`, { params: { path: { token }, header: { 'Idempotency-Key': key } }, body })),
    note: async (token, body) => must(await api.POST(`${request}/notes`, { params: { path: { token } }, body })),
    close: async (token) => must(await api.POST(`${request}/closure`, { params: { path: { token } } })),
  };
});
