// story.ts: a collaboration request from login to closure, told once for all generated clients. Each client's adapter (the other files here)
// logs a member in with what a generator has made of a description. t/long/generated-clients.t compiles and runs them. The argument of a run
// is JSON (`Cast`); the result is printed as JSON.
declare const process: { argv: string[] };

interface Cast {
  url: string;
  password: string;
  submitter: string; // user names
  receiver: string;
  partner: string; // search term
  number: string; // ticket number of the submitter
}

// What the adapters send (of types, because zodios takes no interface), and the members that the story reads.
type Priority = 'LOW' | 'MEDIUM' | 'HIGH';
export type NewRequest = {
  documentId: number;
  internalCaseNumber: string;
  problemSummary: string;
  problemDescription: string;
  priority: Priority;
  customFields: { fieldId: number; value: string }[];
};
export type NewApproval = { caseNumber: string; engineerName: string; engineerEmail: string; nextSteps: string };
export type NewNote = { summary: string; description: string; priority: Priority };
interface Form { documentId: number; priority: Priority; customFields: { fieldId: number; value?: string | null }[] }
interface Request {
  token: string;
  status: string;
  receiverContactDetails: { email?: string | null };
  caseNotes: { summary: string }[];
  deletedAt?: string | null;
}

// A member who has logged in. A call that the server refuses throws a `Refused`.
export interface Member {
  find(term: string): Promise<{ documentId: number }[]>;
  form(documentId: number): Promise<Form>;
  create(body: NewRequest): Promise<Request>;
  approve(token: string, key: string, body: NewApproval): Promise<Request>;
  note(token: string, body: NewNote): Promise<{ creatorEmail?: string | null }>;
  close(token: string): Promise<Request>;
}
export type Login = (url: string, username: string, password: string) => Promise<Member>;

export interface Failure { message: string } // ErrorResponse, which the clients ask for
export class Refused extends Error {
  constructor(readonly status: number, failure: Failure) { super(failure.message); }
}

export async function play(login: Login) {
  const cast = JSON.parse(process.argv[2] ?? '') as Cast;
  const submitter = await login(cast.url, cast.submitter, cast.password);
  const receiver = await login(cast.url, cast.receiver, cast.password);
  const [partner] = await submitter.find(cast.partner);
  if (partner === undefined) throw new Error('no partner');
  const form = await submitter.form(partner.documentId);
  const created = await submitter.create({
    documentId: form.documentId, internalCaseNumber: cast.number, problemSummary: 'Link down', problemDescription: 'Since noon', priority: form.priority,
    customFields: form.customFields.map(({ fieldId, value }) => ({ fieldId, value: value ?? 'x' })),
  });
  const { token } = created;
  const approved = await receiver.approve(token, token,
    { caseNumber: 'R-1', engineerName: 'Eva', engineerEmail: 'eva@help.example', nextSteps: 'Send the logs' });
  const note = await submitter.note(token, { summary: 'Logs', description: 'In the usual place', priority: 'LOW' });
  const closed = await submitter.close(token);
  const again = await submitter.close(token).then(() => 'closed twice', (refused: unknown) => {
    if (!(refused instanceof Refused)) throw refused;
    return { status: refused.status, message: refused.message };
  });
  console.log(JSON.stringify({
    token: closed.token,
    statuses: [created.status, approved.status, closed.status],
    engineer: approved.receiverContactDetails.email ?? null,
    notes: closed.caseNotes.map((each) => each.summary),
    author: note.creatorEmail ?? null,
    deleted: closed.deletedAt ?? null,
    again,
  }));
}
