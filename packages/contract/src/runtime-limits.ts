/** Limits of what one attempt may send: a package is a stranger, so its data is capped. */
export const runtimeLimits = {
  /** Bytes of one request. */
  bodyBytes: 2 * 1024 ** 2,
  elementLength: 255,
  valueLength: 70_000,
  elements: 20_000,
  /** Characters of a value kept in the time-line; the snapshot has it whole. */
  callValueLength: 4000,
  callsPerCommit: 2000,
  /** Rows of the time-line of one attempt; later calls are counted, not kept. */
  callsPerAttempt: 50_000,
  /** Commits of one attempt: bucket size and refill a second. */
  commitBurst: 60,
  commitsPerSecond: 5,
  /** Life of a launch token. */
  tokenSeconds: 8 * 3600,
  /** A request that is sent while the page goes away may not be larger: 64 KiB are shared by all of them. */
  keepaliveBytes: 60_000,
} as const
