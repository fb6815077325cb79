// story.ts: input and output of both clients.
declare const process: { argv: string[] };

export interface Cast {
  url: string;
  password: string;
  submitter: string; // user names
  receiver: string;
  partner: string; // search term
}

// The results of the calls, with the members that are printed.
interface Request {
  token: string;
  status: string;
  receiverContactDetails: { email?: string | null };
  caseNotes: { summary: string }[];
  deletedAt?: string | null;
}
interface Calls {
  created: Request;
  approved: Request;
  note: { creatorEmail?: string | null };
  closed: Request;
  again: { status: number; message: string | null }; // the refusal of a second closure
}

export function tell({ created, approved, note, closed, again }: Calls) {
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

export const cast = JSON.parse(process.argv[2] ?? '') as Cast;
