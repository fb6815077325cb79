// client-3.1.ts: a collaboration request from login to closure, with types that openapi-typescript generates from /openapi.json, and
// openapi-fetch. t/long/generated-clients.t compiles and runs it. The argument is JSON (`Cast`); the result is printed as JSON.
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-3.1.js';
import { cast, tell } from './story.js';

type Failure = components['schemas']['ErrorResponse'] | components['schemas']['ProblemDetail'];

const reason = (failure: Failure) => ('detail' in failure ? failure.detail : failure.message);

// The data of a successful call; an error ends the program.
function must<T>(result: { data?: T; error?: Failure; response: Response }): T {
  if (result.error !== undefined || result.data === undefined) {
    throw new Error(`${result.response.url}: ${result.response.status} ${result.error && reason(result.error)}`);
  }
  return result.data;
}

async function member(username: string) {
  const anonymous = createClient<paths>({ baseUrl: cast.url });
  const login = must(await anonymous.POST('/v1/login', { body: { username, password: cast.password } }));
  return createClient<paths>({ baseUrl: cast.url, headers: { Authorization: `${login.tokenType} ${login.accessToken}` } });
}

const submitter = await member(cast.submitter);
const receiver = await member(cast.receiver);

const partners = must(await submitter.GET('/v1/partners/{searchTerm}', { params: { path: { searchTerm: cast.partner } } }));
const [partner] = partners;
if (partner === undefined) throw new Error('no partner');

const form = must(await submitter.GET('/v1/forms/document/{documentId}', { params: { path: { documentId: partner.documentId } } }));
const created = must(await submitter.POST('/v1/collaboration-requests', {
  body: {
    documentId: form.documentId, internalCaseNumber: 'CASE-3.1', problemSummary: 'Link down', problemDescription: 'Since noon', priority: form.priority,
    customFields: form.customFields.map(({ fieldId, value }) => ({ fieldId, value: value ?? 'x' })),
  },
}));

const path = { token: created.token };
const approved = must(await receiver.POST('/v1/collaboration-requests/{token}/approval', {
  params: { path, header: { 'Idempotency-Key': created.token } },
  body: { caseNumber: 'R-1', engineerName: 'Eva', engineerEmail: 'eva@help.example', nextSteps: 'Send the logs' },
}));
const note = must(await submitter.POST('/v1/collaboration-requests/{token}/notes', {
  params: { path }, body: { summary: 'Logs', description: 'In the usual place', priority: 'LOW' },
}));
const closed = must(await submitter.POST('/v1/collaboration-requests/{token}/closure', { params: { path } }));

const again = await submitter.POST('/v1/collaboration-requests/{token}/closure', { params: { path } });

tell({ created, approved, note, closed, again: { status: again.response.status, message: again.error ? reason(again.error) : null } });
