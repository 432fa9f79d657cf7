import { features } from './app.ts'
import type { Services } from './platform/context.ts'
import { firstCluster } from './platform/db/clusters.ts'
import { settleJointCommits } from './platform/db/settle.ts'
import type { LiveSettings } from './platform/env.ts'
import { listenOn } from './platform/http/listen.ts'
import { buildServer } from './platform/http/server.ts'
import { serveWebPages } from './platform/http/web-pages.ts'
import type { Round } from './platform/jobs/round.ts'
import { startRounds } from './platform/jobs/rounds.ts'
import { hasMoves, recoverMoves } from './platform/keeping/place-tenant.ts'
import type { Launcher } from './platform/launcher.ts'
import type { FanOut } from './platform/live/fan-out.ts'
import { LiveHub } from './platform/live/hub.ts'
import { sweepPresence } from './platform/live/presence.ts'
import { forgetLive, relayLive } from './platform/live/relay.ts'
import { mendCalendars } from './platform/tenant/calendar.ts'
import { removeDeletedTenants } from './platform/tenant/remove-deleted.ts'
import type { Ground, Say } from './start.ts'

/** Starts everything that one process of Learnt does on its ground, and stops it in order on a signal. */
export async function startServer(ground: Ground, of: { say: Say; tell: Say; launcher: Launcher }): Promise<void> {
  const { say, tell, launcher } = of
  const { adminUrl, databaseUrl, clusters } = ground
  const { settings } = ground.services
  const fanOut = settings.live ? await openFanOut(ground.services, settings.live) : null
  const services = fanOut ? { ...ground.services, fanOut } : ground.services

  if (settings.demoPasswords !== 'known')
    await (await import('../demo/known-passwords.ts')).refuseKnownPasswords(ground)
  const demo = settings.demo ? await (await import('../demo/seed.ts')).seedDemoOnce(ground, tell) : null

  const app = buildServer(services, features.routes)
  serveWebPages(app, services)
  const hub = new LiveHub(services, databaseUrl)
  await Promise.all([app.ready(), hub.start(app.server, app.countRequest)])
  const toldToStop = hearStop(launcher)
  await launcher.takePort()
  const web = await listenOn(app.server, settings.port, settings.host, 'PORT')
  const content = await features.startContent(services)

  // Without the owner's address the relay cannot see other tenants' outboxes: another process does the work then.
  const works = settings.worker && adminUrl !== undefined
  const owners = works ? [{ name: firstCluster, adminUrl }, ...clusters] : []
  // Each cluster has the work of its tenants: its relay looks into its own outbox.
  const workers = await startWorkers(
    services,
    owners.flatMap(({ name, adminUrl: owner }) => (owner === undefined ? [] : [{ name, owner }])),
  )
  const live: Round = { name: 'live.relay', everyMs: 200, run: async (all) => void (await relayLive(all)) }
  const sweep: Round = { name: 'presence.sweep', everyMs: 10_000, run: sweepPresence }
  const calendars: Round = { name: 'tenants.calendars', everyMs: 3_600_000, run: mendCalendars }
  const forget: Round = { name: 'live.forget', everyMs: 60_000, run: forgetLive }
  const joint: Round = {
    name: 'clusters.settle',
    everyMs: 3000,
    run: ({ db, log }) => settleJointCommits(db, log),
  }
  const moves: Round = {
    name: 'clusters.recoverMoves',
    everyMs: 3000,
    isOfControlPlane: true,
    run: async ({ db, log }) => {
      const owners = { adminUrl: adminUrl ?? '', clusters }
      if (await hasMoves(db)) await recoverMoves({ owners, db, say: (line) => log.warn(line) })
    },
  }
  // Beside the others because it needs the owner: no role of the application may delete a tenant's audit log.
  const remove: Round = {
    name: 'tenants.removeDeleted',
    everyMs: 3_600_000,
    isOfControlPlane: true,
    run: async (all) => void (await removeDeletedTenants(all, { adminUrl: adminUrl ?? '', clusters })),
  }
  const rounds = startRounds(
    services,
    works
      ? [live, forget, sweep, calendars, remove, ...(clusters.length > 0 ? [joint, moves] : []), ...features.rounds]
      : [],
  )

  say('')
  say(`Learnt is ready on ${settings.publicUrl} after ${(performance.now() / 1000).toFixed(1)} s`)
  if (!works) say('This process serves pages only: background work is left to another one.')
  for (const line of [...(demo ?? []), ...(await features.firstSteps(services))]) say(line)

  void toldToStop.then(async () => {
    say('Stopping ...')
    await rounds.stop()
    await Promise.all(workers.map((worker) => worker.stop()))
    await hub.stop()
    await fanOut?.stop()
    await content.close()
    await web.close()
    await app.close()
    await ground.stop()
    process.exit(0)
  })
}

/** Resolves when a signal or the launcher's end asks for it; heard from before the first answer on. A second one does not wait. */
function hearStop(launcher: Launcher): Promise<void> {
  return new Promise((resolve) => {
    let times = 0
    const stop = () => {
      times += 1
      if (times > 1) process.exit(1)
      resolve()
    }
    launcher.onGone(stop)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

/** Read only where work is done: a process that serves pages does without. */
async function startWorkers(services: Services, clusters: readonly { name: string; owner: string }[]) {
  if (clusters.length === 0) return []
  const { startWorker } = await import('./platform/jobs/worker.ts')
  return Promise.all(
    clusters.map(({ name, owner }) =>
      startWorker({ ...services, db: services.db.at(name) }, owner, features.jobs, features.tasks),
    ),
  )
}

async function openFanOut(services: Services, settings: LiveSettings): Promise<FanOut> {
  const { NatsFanOut } = await import('./platform/live/nats.ts')
  const fanOut = new NatsFanOut(services, settings)
  fanOut.start()
  return fanOut
}
