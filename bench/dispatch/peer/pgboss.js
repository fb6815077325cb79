// pgboss.js COUNT [BATCH]: pg-boss delivers COUNT jobs; prints deliveries per second. It fetches and completes in batches (500 jobs), which
// is its fastest way: its own workers wait at least half a second between fetches. Of two loops, one fetches while the other posts.
'use strict'
const PgBoss = require('pg-boss')
const { payload, post, measure, attempts, record } = require('./post.js')

const count = Number(process.argv[2])
const batchSize = Number(process.argv[3] || 500)

async function main () {
  const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, supervise: false, schedule: false })
  boss.on('error', error => { console.error(error); process.exit(1) })
  await boss.start()
  const client = { query: (text, values) => boss.getDb().executeSql(text, values) }
  await client.query(attempts)
  await boss.createQueue('hook')
  await boss.purgeQueue('hook')
  for (let i = 0; i < count; i += 1000) {
    await boss.insert(Array.from({ length: Math.min(1000, count - i) }, (_, k) => ({ name: 'hook', data: payload(i + k) })))
  }
  await measure(count, async () => {
    const loop = async () => {
      for (let jobs; (jobs = await boss.fetch('hook', { batchSize })).length;) {
        await record(client, await Promise.all(jobs.map(job => post(job.data))))
        await boss.complete('hook', jobs.map(job => job.id))
      }
    }
    await Promise.all([loop(), loop()])
  })
}

main().then(() => process.exit(0), error => { console.error(error); process.exit(1) })
