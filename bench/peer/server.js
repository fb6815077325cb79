// The peer: the two most frequent operations as a Node developer would write them, on the same database with the same tokens.
//   /v1/…  idiomatic: columns, a query for each table, serialised by a response schema
//   /j/…   tuned: runs the server's own statements (bench/statement) and passes on their JSON text
// Environment: PORT, WORKERS, POOL (connections of each worker), JWT_KEY (file), STATEMENTS (folder of <name>.json), PGHOST, PGUSER, PGDATABASE.
'use strict'
const cluster = require('node:cluster')
if (cluster.isPrimary) {
  for (let i = 0; i < +process.env.WORKERS; i++) cluster.fork()
  process.on('SIGTERM', () => process.exit(0))
  return
}
process.on('disconnect', () => process.exit(0))

const fs = require('node:fs')
const path = require('node:path')
const crypto = require('node:crypto')
const pg = require('pg')
pg.types.setTypeParser(20, Number) // bigint
const pool = new pg.Pool({ max: +process.env.POOL, min: 1 })
const fastify = require('fastify')({ logger: false })
fastify.register(require('@fastify/jwt'), { secret: fs.readFileSync(process.env.JWT_KEY), verify: { algorithms: ['HS256'] } })
const onRequest = async request => { await request.jwtVerify() }

// A token names the account and its epoch. As in the server, the database decides whether the token is still valid.
const caller = user => [user.sub, user.jti.slice(0, user.jti.indexOf('-'))]

// The records and their columns, from the description that the server prints (bench/record).
const given = name => JSON.parse(fs.readFileSync(path.join(process.env.STATEMENTS, name + '.json'), 'utf8'))
const { components, paths } = given('description')
const columns = given('columns')
const schema = ({ allOf, $ref, type, format, properties, items }) => {
  if (allOf || $ref) return schema($ref ? components.schemas[$ref.split('/').pop()] : allOf[0])
  type = [].concat(type)[0]
  if (type === 'object') return { type, properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, schema(of)])) }
  if (type === 'array') return { type, items: schema(items) }
  return type === 'boolean' ? { type } : { type, nullable: true, ...(format === 'date-time' && { format }) }
}
const record = schema(components.schemas.CollaborationRequest)
const note = schema(components.schemas.CaseNote)
const params = { type: 'object', properties: { token: { type: 'string', maxLength: 20 } } }
const { required, properties } = paths['/v1/collaboration-requests/{token}/notes'].post.requestBody.content['application/json'].schema
const { summary, description, priority, submittedBy } = properties
const body = { type: 'object', required, properties: { summary, description, priority, submittedBy: schema(submittedBy) } }

// ---- idiomatic
const sql = {
  request: `select ${columns.request.replace(/(^|, )/g, '$1r.')}, case when r.submit_company = a.company then 'OUTBOUND' else 'INBOUND' end as direction
    from request r join account a on a.company in (r.submit_company, r.receive_company) join company c on c.id = a.company
    where r.token = $1 and a.id = $2 and a.epoch = $3 and a.active and c.active`,
  notes: `select ${columns.note} from note where request = $1 and status <> 'REMOVED' order by id`,
  responses: `select ${columns.response} from response where request = $1 order by id`,
  open: `select r.id, r.submit_company, r.receive_company, a.id as account, a.company, c.name as company_name, a.username, a.email,
    concat_ws(' ', a.first_name, a.last_name) as name
    from request r join account a on a.company in (r.submit_company, r.receive_company) join company c on c.id = a.company
    where r.token = $1 and a.id = $2 and a.epoch = $3 and a.active and c.active and r.status <> 'CLOSED' for no key update of r`,
  addNote: `insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name, summary, description, priority)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns.note}`,
  touch: 'update request set updated_at = clock_timestamp() where id = $1',
  addEvent: `insert into event (type, request, request_token, note_token, submit_company, receive_company) values ('note.created', $1, $2, $3, $4, $5) returning id`,
  addOutbox: `insert into outbox (channel, event) select id, $1 from channel where active and (event_types is null or 'note.created' = any (event_types))`
}
const run = async (client, name, values) => (await client.query({ name, text: sql[name], values })).rows

fastify.get('/v1/collaboration-requests/:token', { onRequest, schema: { params, response: { 200: record } } }, async (request, reply) => {
  const client = await pool.connect()
  try {
    const [found] = await run(client, 'request', [request.params.token, ...caller(request.user)])
    if (!found) return reply.code(404).send({ message: 'not found' })
    if (found.direction === 'INBOUND') delete found.internalNotes
    found.caseNotes = await run(client, 'notes', [found.id])
    found.caseResponses = await run(client, 'responses', [found.id])
    return found
  } finally { client.release() }
})

fastify.post('/v1/collaboration-requests/:token/notes', { onRequest, schema: { params, body, response: { 200: note } } }, async (request, reply) => {
  const { token } = request.params; const b = request.body
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [open] = await run(client, 'open', [token, ...caller(request.user)])
    if (!open) { await client.query('rollback'); return reply.code(400).send({ message: 'Rejected' }) }
    const [added] = await run(client, 'addNote', [crypto.randomBytes(10).toString('hex'), open.id, open.company, open.account, open.company_name, open.username,
      open.email, open.name, b.summary, b.description, b.priority])
    await run(client, 'touch', [open.id])
    const [event] = await run(client, 'addEvent', [open.id, token, added.token, open.submit_company, open.receive_company])
    await run(client, 'addOutbox', [event.id])
    await client.query('commit')
    return added
  } catch (error) { await client.query('rollback'); throw error } finally { client.release() }
})

// ---- tuned
const statement = name => {
  const { parts } = JSON.parse(fs.readFileSync(path.join(process.env.STATEMENTS, name + '.json'), 'utf8'))
  if (parts.length !== 1) throw new Error(name + ' has several parts; the tuned peer supports one')
  return async bound => (await pool.query({ name, text: parts[0].text, values: parts[0].binds.map(b => bound[b] ?? null), rowMode: 'array' })).rows[0]
}
const binds = request => {
  const [user, epoch] = caller(request.user)
  return { 'caller.user': user, 'caller.epoch': epoch, 'path.token': request.params.token } // the rest is null
}
const members = body => Object.fromEntries(Object.entries(body).map(([name, value]) => ['body.' + name, value]))
const quoted = text => Buffer.byteLength(JSON.stringify(text))
const bounds = body => ({ 'value.size': quoted(body.summary) + quoted(body.description) + 1024, 'config.request_notes': 1000, 'config.request_size': 4194304 })
const answer = (reply, [outcome, text] = ['unknown']) => outcome === 'ok' ? reply.type('application/json').send(text) : reply.code(404).send({ message: outcome })
const get = statement('request_get')
const post = statement('note_create')

fastify.get('/j/collaboration-requests/:token', { onRequest, schema: { params } }, async (request, reply) => answer(reply, await get(binds(request))))
fastify.post('/j/collaboration-requests/:token/notes', { onRequest, schema: { params, body } }, async (request, reply) =>
  answer(reply, await post({ ...binds(request), ...members(request.body), ...bounds(request.body), 'random.token': crypto.randomBytes(10).toString('hex') })))

fastify.listen({ port: +process.env.PORT, host: '127.0.0.1' })
