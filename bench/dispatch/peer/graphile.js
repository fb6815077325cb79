// graphile.js COUNT default|tuned: graphile-worker delivers COUNT jobs; prints deliveries per second.
// default: as in the first example of its documentation, with CONNECTIONS jobs at once. tuned: with its local queue, batched completion, and
// attempts recorded in batches: those that ended while the last batch was recorded. In both, a job ends when its attempt is recorded:
// otherwise a crash would lose the attempt.
'use strict'
const { run, makeWorkerUtils, Logger } = require('graphile-worker')
const { payload, post, measure, attempts, record } = require('./post.js')

const count = Number(process.argv[2])
const connectionString = process.env.DATABASE_URL
const logger = new Logger(() => () => {})
const worker = { connectionString, concurrentJobs: Number(process.env.CONNECTIONS) }
const tuned = process.argv[3] === 'tuned'
if (tuned) Object.assign(worker, { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 })

async function main () {
  const utils = await makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  await utils.withPgClient(client => client.query('truncate graphile_worker._private_jobs'))
  await utils.withPgClient(client => client.query(attempts))
  for (let i = 0; i < count; i += 1000) {
    await utils.addJobs(Array.from({ length: Math.min(1000, count - i) }, (_, k) => ({ identifier: 'hook', payload: payload(i + k) })))
  }
  await measure(count, async () => {
    let left = count
    let waiting = []
    let recording = false
    const recordAll = async helpers => {
      recording = true
      while (waiting.length) {
        const batch = waiting
        waiting = []
        await helpers.withPgClient(client => record(client, batch.map(one => one.attempt)))
        for (const one of batch) one.done()
      }
      recording = false
    }
    await new Promise((resolve, reject) => {
      const hook = async (job, helpers) => {
        const attempt = await post(job)
        if (tuned) {
          await new Promise(done => {
            waiting.push({ attempt, done })
            if (!recording) recordAll(helpers).catch(reject)
          })
        } else {
          await helpers.withPgClient(client => record(client, [attempt]))
        }
        if (--left === 0) resolve()
      }
      run({ preset: { worker }, logger, noHandleSignals: true, taskList: { hook } }).catch(reject)
    })
  })
}

main().then(() => process.exit(0), error => { console.error(error); process.exit(1) })
