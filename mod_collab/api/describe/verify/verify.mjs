import { createHmac, timingSafeEqual } from 'node:crypto';

// headers: those of node:http; body: a Buffer with the bytes as they came
export function isGenuine(secret, headers, body) {
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const own = Buffer.from(`sha256=${hex}`);
  const previous = headers['x-hub-signature-256-previous'] ?? '';
  const sent = [headers['x-hub-signature-256'] ?? '', ...previous.split(', ')];
  const same = (one) => one.length === own.length && timingSafeEqual(one, own);
  return sent.map((one) => Buffer.from(one)).some(same);
}
