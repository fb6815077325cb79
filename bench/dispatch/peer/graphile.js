// graphile.js COUNT default|tuned: graphile-worker delivers COUNT jobs; prints deliveries per second.
// default: as its documentation begins, with CONNECTIONS jobs at once. tuned: its local queue, batched completion, and attempts recorded a hundred at a time.
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
    await new Promise((resolve, reject) => {
      const hook = async (job, helpers) => {
        waiting.push(await post(job))
        const last = --left === 0
        if (waiting.length >= (tuned ? 100 : 1) || last) {
          const batch = waiting
          waiting = []
          await helpers.withPgClient(client => record(client, batch))
        }
        if (last) resolve()
      }
      run({ preset: { worker }, logger, noHandleSignals: true, taskList: { hook } }).catch(reject)
    })
  })
}

main().then(() => process.exit(0), error => { console.error(error); process.exit(1) })
