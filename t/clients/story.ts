// story.ts: what both clients are told, and what they tell.
declare const process: { argv: string[] };

export interface Cast {
  url: string;
  password: string;
  submitter: string; // user names
  receiver: string;
  partner: string; // what to search for
}

export interface Story {
  token: string;
  statuses: string[];
  engineer: string | null;
  notes: string[];
  author: string | null;
  deleted: string | null;
  again: { status: number; message: string | null };
}

export const cast = JSON.parse(process.argv[2] ?? '') as Cast;
