/**
 * The milliseconds within which open sockets must learn that a right is gone: a second where it is measured (`npm run
 * attack` has the machine to itself); in the ordinary tests, on a busy machine, less than the five seconds after which
 * the heartbeat finds it.
 */
export const noticedWithinMs = process.env.ATTACK_REPORT ? 1000 : 4000
