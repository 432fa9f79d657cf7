import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` shows of this process. */
export const metrics = new Registry()
// The lag of the event loop is looked at ten times a second: a hundred times, as is usual, is most of what a process costs
// that does nothing.
collectDefaultMetrics({ register: metrics, prefix: 'learnt_', eventLoopMonitoringPrecision: 100 })

export const requestSeconds = new Histogram({
  name: 'learnt_http_request_seconds',
  help: 'Time from the request to its answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

export const passwordHashes = new Counter({
  name: 'learnt_password_hashes_total',
  help: 'Password hashes computed, for right passwords, wrong ones and accounts that nobody has',
  registers: [metrics],
})

export const liveSockets = new Gauge({
  name: 'learnt_live_sockets',
  help: 'Open sockets of this process',
  registers: [metrics],
})

export const roundsRun = new Counter({
  name: 'learnt_rounds_total',
  help: 'Rounds of background work',
  labelNames: ['round', 'outcome'],
  registers: [metrics],
})

export const fanOutConnected = new Gauge({
  name: 'learnt_live_fan_out_connected',
  help: 'Whether this process has its line to the NATS server; only where there is one',
  registers: [],
})

export const fanOutMessages = new Counter({
  name: 'learnt_live_fan_out_total',
  help: 'Messages between processes by NATS: told, heard, unsaid (no line), missed (a gap showed), refused (not signed by us), caughtUp (read from the database instead)',
  labelNames: ['what'],
  registers: [],
})

/** Shown only where the processes speak by NATS. */
export function showFanOut(): void {
  metrics.registerMetric(fanOutConnected)
  metrics.registerMetric(fanOutMessages)
}
