// receiver.mjs: a member's webhook receiver, written as a member would write it: signatures by @octokit/webhooks-methods, envelopes by the
// CloudEvents SDK, and the signature of V2 by standardwebhooks and svix as well. Listens on a free port of the loopback interface, which is the first line it prints; then a JSON line for each delivery.
// PUT /path {"secrets": [...]} tells it the secrets of the subscription to /path. Ends with its standard input.
import http from 'node:http';
import { verify, verifyWithFallback } from '@octokit/webhooks-methods';
import { HTTP } from 'cloudevents';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

const secretsOf = new Map();

// Which header proved the body, or null. A receiver that has not learnt the new secret yet checks the signature by the old one.
async function proof(headers, body, [secret, ...others]) {
  if (await verifyWithFallback(secret, body, headers['x-hub-signature-256'] ?? '', others).catch(() => false)) return 'current';
  for (const previous of (headers['x-hub-signature-256-previous'] ?? '').split(', ')) {
    if (await verify(secret, body, previous).catch(() => false)) return 'previous';
  }
  return null;
}

// Does each of the two libraries verify the delivery by one of the secrets? A V1 delivery must have no header of Standard Webhooks.
function standard(headers, body, secrets) {
  if (!headers['content-type'].startsWith('application/cloudevents+json')) return !Object.keys(headers).some((name) => name.startsWith('webhook-'));
  return [StandardWebhook, SvixWebhook].every((Library) => secrets.some((secret) => {
    try { new Library(secret).verify(body, headers); return true } catch { return false }
  }));
}

// The event that a delivery is about; throws when the delivery is not an event.
function read(headers, body) {
  if (headers['content-type'].startsWith('application/cloudevents+json')) {
    const event = HTTP.toEvent({ headers, body });
    event.validate();
    return { version: 'V2', id: event.id, type: event.type, subscription: event.subscriptionid, data: event.data, source: event.source };
  }
  const { eventType, requestToken, timestamp, ...rest } = JSON.parse(body);
  if (![eventType, requestToken, timestamp].every((text) => typeof text === 'string') || Number.isNaN(Date.parse(timestamp))) throw new Error('no V1 payload');
  return { version: 'V1', id: headers['x-service-delivery'], type: eventType, key: [requestToken, eventType, timestamp].join(' '), data: { requestToken, ...rest } };
}

async function judge(request, body) {
  try {
    const by = await proof(request.headers, body, secretsOf.get(request.url) ?? []);
    if (!by) return { accepted: false, why: 'signature' };
    if (!standard(request.headers, body, secretsOf.get(request.url))) return { accepted: false, why: 'standard signature' };
    const event = read(request.headers, body);
    const mirrored = event.id === request.headers['x-service-delivery'] && event.type === request.headers['x-service-event'];
    return mirrored ? { accepted: true, by, ...event } : { accepted: false, why: 'headers' };
  } catch (error) {
    return { accepted: false, why: String(error) };
  }
}

const server = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  if (request.method === 'PUT') {
    secretsOf.set(request.url, JSON.parse(body).secrets);
    response.writeHead(204).end();
    return;
  }
  const judgement = await judge(request, body);
  response.writeHead(judgement.accepted ? 204 : 400).end();
  console.log(JSON.stringify({ path: request.url, ...judgement }));
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => process.exit(0));
