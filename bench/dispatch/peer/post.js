// post.js: the work of both peers for a job: as the dispatcher does, they sign the body, post it with undici over kept connections, and record
// the attempt.
'use strict'
const crypto = require('node:crypto')
const { Pool } = require('undici')

const url = new URL(process.env.RECEIVER)
const secret = crypto.randomBytes(32).toString('hex')
const pool = new Pool(url.origin, { connections: Number(process.env.CONNECTIONS), pipelining: 1 })

// The payload of job n, with the shape and size of a V2 delivery.
exports.payload = n => ({
  id: crypto.randomUUID(),
  body: JSON.stringify({
    specversion: '1.0', id: crypto.randomUUID(), source: 'http://127.0.0.1:8080', type: 'org.provider.core.collaboration-request.note.created',
    subject: '1000000000000001', time: '2026-01-01T10:00:00.123456Z', datacontenttype: 'application/json', subscriptionid: String(n % 50),
    data: { requestToken: '1000000000000001', noteToken: '2000000000000001' }
  })
})

exports.attempts = `create table if not exists attempt (id bigint generated always as identity primary key, delivery uuid not null,
  http_status int not null, success boolean not null, error text, response_body text, duration_ms int not null, created_at timestamptz not null)`

// Many attempts in one statement.
exports.record = (client, attempts) => client.query(`insert into attempt (delivery, http_status, success, duration_ms, created_at)
  select * from unnest($1::uuid[], $2::int[], $3::boolean[], $4::int[], $5::timestamptz[])`,
['delivery', 'status', 'success', 'ms', 'at'].map(name => attempts.map(attempt => attempt[name])))

exports.post = async ({ id, body }) => {
  const at = new Date()
  const signature = 'sha256=' + crypto.createHmac('sha256', secret).update(body).digest('hex')
  const answer = await pool.request({
    method: 'POST', path: url.pathname, body,
    headers: {
      'content-type': 'application/cloudevents+json', 'x-hub-signature-256': signature, 'x-service-delivery': id,
      'x-service-event': 'org.provider.core.collaboration-request.note.created'
    }
  })
  await answer.body.dump()
  if (answer.statusCode < 200 || answer.statusCode > 299) throw new Error('HTTP ' + answer.statusCode)
  return { delivery: id, status: answer.statusCode, success: true, ms: Date.now() - at, at }
}

// Runs the work and prints deliveries per second.
exports.measure = async (count, work) => {
  const begun = process.hrtime.bigint()
  await work()
  console.log((count / (Number(process.hrtime.bigint() - begun) / 1e9)).toFixed(1))
}
