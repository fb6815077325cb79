// Schemas by orval, with its client `zod`: they check each body that is sent or received. fetch calls.
import type { z } from 'zod';
import * as schema from './made/orval-zod';
import { play, Refused, type Failure } from './story';

await play(async (url, username, password) => {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  async function call<Gives extends z.ZodTypeAny>(gives: Gives, method: string, path: string, body?: object, more = {}): Promise<z.output<Gives>> {
    const response = await fetch(url + path, { method, headers: { ...headers, ...more }, ...(body && { body: JSON.stringify(body) }) });
    const data: unknown = await response.json();
    if (!response.ok) throw new Refused(response.status, data as Failure);
    return gives.parse(data);
  }
  const takes = <Body extends z.ZodTypeAny>(body: Body, value: z.input<Body>): object => body.parse(value);
  const login = await call(schema.loginResponse, 'POST', '/v1/login', takes(schema.loginBody, { username, password }));
  headers.Authorization = `Bearer ${login.accessToken}`;
  const request = '/v1/collaboration-requests';
  return {
    find: (term) => call(schema.partnerFindResponse, 'GET', `/v1/partners/${encodeURIComponent(term)}`),
    form: (documentId) => call(schema.formDocumentResponse, 'GET', `/v1/forms/document/${documentId}`),
    create: (body) => call(schema.requestCreateResponse, 'POST', request, takes(schema.requestCreateBody, body)),
    approve: (token, key, body) =>
      call(schema.approvalCreateResponse, 'POST', `${request}/${token}/approval`, takes(schema.approvalCreateBody, body), { 'Idempotency-Key': key }),
    note: (token, body) => call(schema.noteCreateResponse, 'POST', `${request}/${token}/notes`, takes(schema.noteCreateBody, body)),
    close: (token) => call(schema.closureCreateResponse, 'POST', `${request}/${token}/closure`),
  };
});
