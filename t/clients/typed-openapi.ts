// By typed-openapi, which leaves the call itself to the user.
import { createApiClient, TypedStatusError } from './made/typed-openapi';
import { play, Refused, type Failure } from './story';

const must = <T>(call: Promise<T>) => call.catch((failed: unknown) => {
  throw failed instanceof TypedStatusError ? new Refused(failed.status, failed.response.data as Failure) : failed;
});

await play(async (url, username, password) => {
  let authorization = {};
  const api = createApiClient({
    fetch: ({ method, url: at, parameters }) => fetch(at, {
      method: method.toUpperCase(), headers: { 'Content-Type': 'application/json', ...authorization, ...(parameters?.header as Record<string, string>) },
      ...(parameters?.body !== undefined && { body: JSON.stringify(parameters.body) }),
    }),
  }, url);
  // The client would take the port for a parameter of the path.
  api.fetcher.decodePathParams = (path, params) => path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const login = await api.post('/v1/login', { body: { username, password } });
  authorization = { Authorization: `Bearer ${login.accessToken}` };
  const request = '/v1/collaboration-requests/{token}';
  return {
    find: (searchTerm) => must(api.get('/v1/partners/{searchTerm}', { path: { searchTerm }, header: {} })),
    form: (documentId) => must(api.get('/v1/forms/document/{documentId}', { path: { documentId }, header: {} })),
    create: (body) => must(api.post('/v1/collaboration-requests', { body, header: {} })),
    approve: (token, key, body) => must(api.post(`${request}/approval`, { path: { token }, header: { 'Idempotency-Key': key }, body })),
    note: (token, body) => must(api.post(`${request}/notes`, { path: { token }, header: {}, body })),
    close: (token) => must(api.post(`${request}/closure`, { path: { token }, header: {} })),
  };
});
