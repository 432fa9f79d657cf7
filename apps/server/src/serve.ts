import { setTimeout as sleep } from 'node:timers/promises'
import { features } from './app.ts'
import type { Services } from './platform/context.ts'
import type { LiveSettings } from './platform/env.ts'
import { listenOn } from './platform/http/listen.ts'
import { buildServer } from './platform/http/server.ts'
import { serveWebPages } from './platform/http/web-pages.ts'
import type { Round } from './platform/jobs/round.ts'
import { startRounds } from './platform/jobs/rounds.ts'
import type { Launcher } from './platform/launcher.ts'
import type { FanOut } from './platform/live/fan-out.ts'
import { LiveHub } from './platform/live/hub.ts'
import { sweepPresence } from './platform/live/presence.ts'
import { forgetLive, relayLive } from './platform/live/relay.ts'
import { mendCalendars } from './platform/tenant/calendar.ts'
import { removeDeletedTenants } from './platform/tenant/remove-deleted.ts'
import type { Ground, Say } from './start.ts'

/** How long requests may take after a process is told to stop. */
const graceMs = 30_000

/** Starts everything that one process of Learnt does on its ground, and stops it in order on a signal. */
export async function startServer(ground: Ground, of: { say: Say; tell: Say; launcher: Launcher }): Promise<void> {
  const { say, tell, launcher } = of
  const { adminUrl, databaseUrl } = ground
  const { settings } = ground.services
  const fanOut = settings.live ? await openFanOut(ground.services, settings.live) : null
  let isStopping = false
  const services: Services = { ...ground.services, ...(fanOut ? { fanOut } : {}), isStopping: () => isStopping }

  if (settings.demoPasswords !== 'known')
    await (await import('../demo/known-passwords.ts')).refuseKnownPasswords(ground)
  const demo = settings.demo ? await (await import('../demo/seed.ts')).seedDemoOnce(ground, tell) : null

  const app = buildServer(services, features.routes)
  serveWebPages(app, services)
  const hub = new LiveHub(services, settings.databaseDirectUrl ?? databaseUrl)
  await Promise.all([app.ready(), hub.start(app.server, app.countRequest)])
  const toldToStop = hearStop(launcher)
  await launcher.takePort()
  const web = await listenOn(app.server, settings.port, settings.host, 'PORT')
  const content = await features.startContent(services)

  // Without the owner's address the relay cannot see other tenants' outboxes: another process does the work then.
  const works = settings.worker && adminUrl !== undefined
  // Read only where work is done: a process that serves pages does without.
  const worker = works
    ? await (await import('./platform/jobs/worker.ts')).startWorker(services, adminUrl, features.jobs, features.tasks)
    : null
  const live: Round = { name: 'live.relay', everyMs: 200, run: async (all) => void (await relayLive(all)) }
  const sweep: Round = { name: 'presence.sweep', everyMs: 10_000, run: sweepPresence }
  const calendars: Round = { name: 'tenants.calendars', everyMs: 3_600_000, run: mendCalendars }
  const forget: Round = { name: 'live.forget', everyMs: 60_000, run: forgetLive }
  // Beside the others because it needs the owner: no role of the application may delete a tenant's audit log.
  const remove: Round = {
    name: 'tenants.removeDeleted',
    everyMs: 3_600_000,
    run: async (all) => void (await removeDeletedTenants(all, adminUrl ?? '')),
  }
  // The same: the application may not change the audit log, nor take people out of the control plane.
  const erase: Round = {
    name: 'erasures.run',
    everyMs: 5000,
    run: (all) => features.eraseAsOwner(all, adminUrl ?? ''),
  }
  const ownerRounds = [live, forget, sweep, calendars, remove, erase]
  const rounds = startRounds(services, works ? [...ownerRounds, ...features.rounds] : [])

  say('')
  say(`Learnt is ready on ${settings.publicUrl} after ${(performance.now() / 1000).toFixed(1)} s`)
  if (!works) say('This process serves pages only: background work is left to another one.')
  for (const line of [...(demo ?? []), ...(await features.firstSteps(services))]) say(line)

  void toldToStop.then(async () => {
    say('Stopping ...')
    // From here on /readyz says so: a load balancer sends new requests elsewhere before we stop listening.
    isStopping = true
    await sleep(settings.stopDelaySeconds * 1000)
    const ended = Promise.all([hub.stop(), web.close(graceMs), content.close(graceMs), rounds.stop(), worker?.stop()])
    // A task may take minutes. It is given to another process, or to this one after its start, and begins again.
    const isInTime = await Promise.race([ended.then(() => true), sleep(graceMs + 5000, false)])
    if (isInTime) {
      await fanOut?.stop()
      await app.close()
    }
    await ground.stop({ isIdle: isInTime })
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

async function openFanOut(services: Services, settings: LiveSettings): Promise<FanOut> {
  const { NatsFanOut } = await import('./platform/live/nats.ts')
  const fanOut = new NatsFanOut(services, settings)
  fanOut.start()
  return fanOut
}
