// client-3.0.ts: a collaboration request from login to closure, with a client that swagger-typescript-api generates from /openapi-3.0.json (it
// supports OpenAPI 3.0 only). t/long/generated-clients.t compiles and runs it. The argument is JSON (`Cast`); the result is printed as JSON.
import { Api, type HttpResponse, type ProblemDetail } from './openapi-3.0.js';
import { cast, tell } from './story.js';

async function member(username: string) {
  const api = new Api<string>({
    baseUrl: cast.url,
    baseApiParams: { headers: { Accept: 'application/json, application/problem+json' } }, // the generated types have ProblemDetail only
    securityWorker: (token) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  });
  const { data } = await api.v1.login({ username, password: cast.password });
  api.setSecurityData(data.accessToken);
  return api;
}

const submitter = await member(cast.submitter);
const receiver = await member(cast.receiver);

const [partner] = (await submitter.v1.partnerFind(cast.partner)).data;
if (partner === undefined) throw new Error('no partner');

const form = (await submitter.v1.formDocument(partner.documentId)).data;
const created = (await submitter.v1.requestCreate({
  documentId: form.documentId, internalCaseNumber: 'CASE-3.0', problemSummary: 'Link down', problemDescription: 'Since noon', priority: form.priority,
  customFields: form.customFields.map(({ fieldId, value }) => ({ fieldId, value: value ?? 'x' })),
})).data;

const approved = (await receiver.v1.approvalCreate(created.token,
  { caseNumber: 'R-1', engineerName: 'Eva', engineerEmail: 'eva@help.example', nextSteps: 'Send the logs' },
  { headers: { 'Idempotency-Key': created.token } })).data;
const note = (await submitter.v1.noteCreate(created.token, { summary: 'Logs', description: 'In the usual place', priority: 'LOW' })).data;
const closed = (await submitter.v1.closureCreate(created.token)).data;

// The generated client throws the response of an error.
const again = await submitter.v1.closureCreate(created.token)
  .then(() => { throw new Error('closed twice'); }, (failed: HttpResponse<unknown, ProblemDetail>) => failed);

tell({ created, approved, note, closed, again: { status: again.status, message: again.error.detail } });
